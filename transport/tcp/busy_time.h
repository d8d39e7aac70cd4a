#pragma once
#include "tlm/units.h"

namespace rocelab::tcp {

/// How long a sender had data to deliver, and how much of that the peer's window held it up (Linux: tcp_chrono_start).
class BusyTime {
 public:
  /// Data lies unsent or unacknowledged.
  void begin(Ps now) {
    if (!busy_) since_ = now;
    busy_ = true;
  }
  /// All is acknowledged.
  void end(Ps now) {
    settle(now);
    busy_ = limited_ = false;
  }
  /// Does the peer's window keep the next segment back?
  void set_limited(Ps now, bool limited) {
    if (!busy_ || limited == limited_) return;
    settle(now);
    limited_ = limited;
  }

  bool window_limits() const { return limited_; }
  Ps busy(Ps now) const { return total_ + (busy_ ? now - since_ : 0); }
  Ps window_limited(Ps now) const { return total_limited_ + (limited_ ? now - since_ : 0); }

 private:
  void settle(Ps now) {
    if (!busy_) return;
    total_ += now - since_;
    if (limited_) total_limited_ += now - since_;
    since_ = now;
  }

  bool busy_ = false, limited_ = false;
  Ps since_ = 0;
  Ps total_ = 0, total_limited_ = 0;
};

}  // namespace rocelab::tcp
