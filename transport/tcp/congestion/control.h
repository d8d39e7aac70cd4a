#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tlm/units.h"

namespace rocelab::tcp {

/// Congestion control: how many segments may be in flight. One file a control, registered by name.
class CongestionControl {
 public:
  virtual ~CongestionControl() = default;

  std::uint32_t cwnd() const { return cwnd_; }          // segments
  std::uint32_t ssthresh() const { return ssthresh_; }  // segments

  /// `segments` were newly acknowledged while the window limited the sender.
  virtual void acked(Ps now, std::uint32_t segments, Ps srtt) = 0;
  /// A loss was found by the peer's acknowledgements: one reduction a window.
  virtual void lost(Ps now) = 0;
  /// The retransmission timer expired: loss window of one segment (RFC 5681, 3.1).
  virtual void timed_out(Ps now) = 0;

 protected:
  std::uint32_t cwnd_ = 10;  // init_cwnd, RFC 6928
  std::uint32_t ssthresh_ = UINT32_MAX;
};

/// Names of all controls; the first is the default.
std::vector<std::string_view> congestion_controls();
/// nullptr for an unknown name.
std::unique_ptr<CongestionControl> make_congestion_control(std::string_view name);

}  // namespace rocelab::tcp
