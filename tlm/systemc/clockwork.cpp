#include "tlm/systemc/clockwork.h"

namespace rocelab {

Clockwork::Clockwork(sc_core::sc_module_name name) : sc_module(name) {
  SC_HAS_PROCESS(Clockwork);
  SC_METHOD(turn);
  sensitive << due_;
  dont_initialize();
}

void Clockwork::turn() {
  const Ps kernel_now = from_sc_time(sc_core::sc_time_stamp());
  turning_ = true;
  run_until(kernel_now);
  while (next() <= horizon_ && kernel_waits_until(next())) run_until(next());
  turning_ = false;
  if (next() != never) due_.notify(to_sc_time(next() - kernel_now));
}

/// Nothing runs in the kernel before or at `t`. (The time to the end of all time stands for no event.)
bool Clockwork::kernel_waits_until(Ps t) const {
  const Ps ahead = t - from_sc_time(sc_core::sc_time_stamp());
  return sc_core::sc_time_to_pending_activity() > to_sc_time(ahead);
}

void Clockwork::wake(Ps t) {
  if (turning_) return;
  // A program thread schedules: bring our time up to the kernel's first.
  const Ps kernel_now = from_sc_time(sc_core::sc_time_stamp());
  due_.notify(t > kernel_now ? to_sc_time(t - kernel_now) : sc_core::SC_ZERO_TIME);
}

}  // namespace rocelab
