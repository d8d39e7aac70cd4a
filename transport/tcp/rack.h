#pragma once
#include <utility>

#include "transport/tcp/ack_event.h"
#include "transport/tcp/send_state.h"

namespace rocelab::tcp {

/// RACK (RFC 8985, 6): a segment is lost when one sent enough later has been delivered.
class Rack {
 public:
  /// A segment sent at `sent` that ends at `end` was delivered now.
  void delivered(const SendState&, Ps sent, Seq end, bool ever_resent);
  /// A DSACK that tells of a needless resend.
  void duplicate_seen() { duplicate_ = true; }
  /// DSACKs tell that the reordering window is too small: it grows by min_rtt/4, until 16 recoveries went without.
  void adapt(const SendState&, const AckEvent&);
  void recovery_ended() {
    if (persist_ > 0) --persist_;
  }
  void recovery_undone() { persist_ = std::min(persist_ + 1, recoveries); }
  /// Losses must be looked for again.
  void look_again() { advanced_ = true; }

  /// True once after delivered() brought something newer.
  bool take_advanced() { return std::exchange(advanced_, false); }
  /// Marks what is lost; returns how long to wait for the next that might be, or 0.
  Ps detect(SendState&, Recovery) const;
  /// How long until chunk c is held for lost, given this reordering window; <= 0: now.
  Ps remaining(const SendState& s, const Chunk& c, Ps window) const { return rtt_ + window - (s.now - c.sent); }

 private:
  static constexpr unsigned recoveries = 16;

  Ps window(const SendState&, Recovery) const;

  Ps sent_ = -1;  // of the youngest segment delivered
  Seq end_ = 0;
  Ps rtt_ = 0;
  bool advanced_ = false;
  bool duplicate_ = false;
  unsigned steps_ = 1;  // of the window, in min_rtt/4
  unsigned persist_ = 0;
  std::uint64_t last_delivered_ = 0;
};

}  // namespace rocelab::tcp
