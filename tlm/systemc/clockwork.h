#pragma once
#include <systemc>

#include "tlm/timeline.h"

namespace rocelab {

/// The Timeline of a SystemC run: one SC_METHOD and one sc_event for all hardware behaviour, never re-notified
/// unless something becomes due earlier.
///
/// A step of the kernel costs as much as all that the model does in it, and mostly nobody else is there to see it. So
/// one turn runs action after action, each at its own time, until the kernel has something to do itself: up to the
/// earliest event that is pending there, or up to the horizon. Nobody can tell the difference, for whatever lives in
/// the kernel finds both times equal when it runs; an action that wakes something there uses notify_now(). This is no
/// quantum: no result depends on how far a turn gets.
class Clockwork : public sc_core::sc_module, public Timeline {
 public:
  explicit Clockwork(sc_core::sc_module_name name);

  /// No turn goes beyond `t`: where the coming sc_start() ends. At first every time costs a step of the kernel.
  void set_horizon(Ps t) { horizon_ = t; }

  void give_way() override;

 private:
  void turn();
  Ps before_the_kernel() const;
  void wake(Ps t) override;

  sc_core::sc_event due_;
  bool turning_ = false;
  Ps horizon_ = 0;
  Ps limit_ = 0;  // of this turn
};

/// Picoseconds as the kernel's time; needs the kernel's default resolution of 1 ps.
inline sc_core::sc_time to_sc_time(Ps t) { return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(t)); }
inline Ps from_sc_time(const sc_core::sc_time& t) { return static_cast<Ps>(t.value()); }

/// Notifies an event at the timeline's time, which the kernel may have yet to reach.
inline void notify_now(sc_core::sc_event& event, Timeline& timeline) {
  const Ps ahead = timeline.now() - from_sc_time(sc_core::sc_time_stamp());
  if (ahead > 0) {
    event.notify(to_sc_time(ahead));
  } else {
    event.notify();
  }
  timeline.give_way();
}

}  // namespace rocelab
