#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "transport/tcp/congestion/window.h"
#include "transport/tcp/settings.h"
#include "transport/tcp/state.h"

namespace rocelab::tcp {

/// What an acknowledgement tells a congestion control.
struct CongestionAck {
  Ps now;
  std::uint32_t segments;  // newly acknowledged or SACKed
  Ps rtt;                  // of the youngest of them, negative without a measurement
  Seq una;
  Seq nxt;
  std::uint64_t delivered;     // segments, ever
  std::uint64_t delivered_ce;  // of them, with ECE on the acknowledgement
  Ps train_slack;              // time four 64 KiB units take at the pacing rate, at most 1 ms
};

/// Why the window shrinks.
enum class Cause : std::uint8_t { mark, loss, timeout };

/// How the window grows and by how much it shrinks. Recovery decides when (RFC 5681, 6937, 8985).
class CongestionControl {
 public:
  virtual ~CongestionControl() = default;

  virtual std::string_view name() const = 0;
  /// The slow-start threshold after a loss or a mark, at least 2. Called once a reduction.
  virtual std::uint32_t reduced(const CongestionWindow&, Cause) = 0;
  /// The sender made progress with the window in full use, outside of a reduction.
  virtual void grow(CongestionWindow&, const CongestionAck&) = 0;
  /// Every acknowledgement of something new, before grow().
  virtual void acked(CongestionWindow&, const CongestionAck&) {}
  /// The window after a reduction that was for nothing.
  virtual std::uint32_t undone(const CongestionWindow& w) const { return std::max(w.cwnd(), w.prior_cwnd); }
  virtual void entered(Recovery, Ps /*now*/) {}
  /// Data is sent again after nothing was in flight; `last` is when data was sent before.
  virtual void resumed(Ps /*now*/, Ps /*last*/) {}
  /// Wants every segment to be ECN-capable and CE echoed segment by segment (RFC 8257).
  virtual bool needs_ecn() const { return false; }
};

/// Names of all controls.
std::vector<std::string_view> congestion_controls();
/// nullptr for an unknown name.
std::unique_ptr<CongestionControl> make_congestion_control(std::string_view name, const Settings& settings);

}  // namespace rocelab::tcp
