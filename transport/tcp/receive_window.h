#pragma once
#include <cstdint>

#include "transport/tcp/sequence.h"
#include "transport/tcp/settings.h"

namespace rocelab::tcp {

/// The window that a receiver offers: never taken back (RFC 9293, 3.8.6), opened in steps worth having (RFC 1122,
/// 4.2.3.3), and let grow with what arrives, so that a sender cannot fill the buffer before the reader has begun.
class ReceiveWindow {
 public:
  explicit ReceiveWindow(const Settings& settings)
      : settings_(settings), most_(static_cast<Seq>(settings.receive_buffer)) {
    threshold_ = std::min<Seq>(most_, settings.initial_receive_window);
  }

  /// Both sides scale their windows, or none does (RFC 7323, 2.2). Before that, as in SYNs, no scaling.
  void set_scale(std::uint8_t shift) { scale_ = shift; }
  std::uint8_t scale() const { return scale_; }

  /// The field of the segment that acknowledges `nxt`, in a buffer that holds `held` octets.
  std::uint16_t advertise(Seq nxt, Seq held, Seq segment);
  /// What advertise() would offer beyond `nxt`.
  Seq would_offer(Seq nxt, Seq held, Seq segment) const;
  /// Octets still open beyond `nxt`.
  Seq open(Seq nxt) const { return edge_ > nxt ? edge_ - nxt : 0; }
  /// As offered with the last acknowledgement.
  Seq offered() const { return edge_ - acknowledged_; }
  /// What was acknowledged last.
  Seq acknowledged() const { return acknowledged_; }
  /// First number beyond the window.
  Seq edge() const { return edge_; }
  /// The numbering begins; what our SYN has offered counts from there.
  void start(Seq nxt) {
    acknowledged_ = nxt;
    edge_ += nxt;
  }
  /// The field of a SYN, never scaled.
  std::uint16_t advertise_in_syn(Seq nxt);

  /// A segment of `octets` came: two segments more may be under way.
  void grow(std::uint32_t octets) {
    if (octets >= 128) threshold_ = std::min(most_, threshold_ + 2 * static_cast<Seq>(settings_.mss));
  }
  Seq threshold() const { return threshold_; }
  Seq most() const { return most_; }

 private:
  /// In the field's units: rounded up, so that the edge does not move back (RFC 7323, 2.4), where there is room.
  Seq in_units(Seq octets, Seq room) const;
  Seq limit() const { return scale_ == 0 ? 0xffff : static_cast<Seq>(0xffff) << scale_; }

  const Settings& settings_;
  Seq most_;
  Seq threshold_;
  Seq acknowledged_ = 0;
  Seq edge_ = 0;
  std::uint8_t scale_ = 0;
};

}  // namespace rocelab::tcp
