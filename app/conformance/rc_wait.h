#pragma once
#include <deque>

#include "app/conformance/rc_application.h"
#include "app/conformance/rc_device_frame.h"

namespace rocelab::app::replay {

/// Time of a case, and what the device does in it. An untimed case settles by waiting until the device is idle; in a
/// timed one, where timers run, for a settle time (FORMAT.md, "Time").
class Watch {
 public:
  Watch(Bench&, Application&, bool timed);

  Ps now() const { return bench_.timeline.now(); }

  /// Everything that the device does at this very instant: what follows a stimulus, since nothing takes time.
  void absorb();
  /// Lets the next thing happen if it is due at `limit` or before; false when nothing is.
  bool step(Ps limit);
  /// Lets things happen until `done` or the device is idle.
  template <class Done>
  bool until(Ps limit, const Done& done) {
    absorb();
    while (!done()) {
      if (!step(limit)) return done();
    }
    return true;
  }
  /// Lets time pass up to `t` exactly.
  void pass_until(Ps t);
  /// Until when the settle time lasts, from now.
  Ps settled() const;
  void settle();

  /// The oldest unconsumed frame of a QP; nullptr when there is none. CNPs stand apart.
  const DeviceFrame* next_frame(const std::string& qp) const;
  const DeviceFrame* next_cnp() const { return cnps_.empty() ? nullptr : &cnps_.front(); }
  void consume(const DeviceFrame*);
  /// The oldest unconsumed frame of any QP.
  const DeviceFrame* any_frame() const { return frames_.empty() ? nullptr : &frames_.front(); }

 private:
  void collect();

  Bench& bench_;
  Application& application_;
  bool timed_;
  std::deque<DeviceFrame> frames_, cnps_;
};

}  // namespace rocelab::app::replay
