#pragma once
#include "tlm/units.h"

namespace rocelab::tcp {

/// When to acknowledge, as Linux does: the first 16 segments at once (quick ACK), then every second full segment or
/// after 40 ms; at once for anything out of order; and when the application has read all of what was pushed.
class AckPolicy {
 public:
  static constexpr Ps delay = 40'000'000'000;  // delack_min_ms
  static constexpr unsigned quick_acks = 16;   // max_quickacks

  /// In-order data of `bytes` came.
  void data(Ps now, std::uint32_t bytes, bool pushed, std::uint32_t mss) {
    unacked_ += bytes;
    pushed_ = pushed_ || pushed;
    if (quick_ > 0 || unacked_ >= 2 * mss) return immediately();
    if (deadline_ == never) deadline_ = now + delay;
  }
  void immediately() { due_ = true; }
  /// The application has emptied the receive queue (tcp_cleanup_rbuf).
  void drained() {
    if (pushed_ && unacked_ > 0) due_ = true;
  }
  /// A segment that carries the current acknowledgement was sent.
  void sent() {
    if (quick_ > 0 && unacked_ > 0) --quick_;
    due_ = pushed_ = false;
    unacked_ = 0;
    deadline_ = never;
  }

  bool due() const { return due_; }
  Ps deadline() const { return due_ ? never : deadline_; }
  void expire(Ps now) {
    if (now >= deadline_) due_ = true;
  }

 private:
  unsigned quick_ = quick_acks;
  std::uint32_t unacked_ = 0;
  bool pushed_ = false;
  bool due_ = false;
  Ps deadline_ = never;
};

}  // namespace rocelab::tcp
