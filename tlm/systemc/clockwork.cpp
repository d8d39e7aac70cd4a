#include "tlm/systemc/clockwork.h"

namespace rocelab {

Clockwork::Clockwork(sc_core::sc_module_name name) : sc_module(name) {
  SC_HAS_PROCESS(Clockwork);
  SC_METHOD(turn);
  sensitive << due_;
  dont_initialize();
}

void Clockwork::turn() {
  turning_ = true;
  run_until(from_sc_time(sc_core::sc_time_stamp()));
  turning_ = false;
  if (next() != never) due_.notify(to_sc_time(next() - now()));
}

void Clockwork::wake(Ps t) {
  if (turning_) return;
  // A program thread schedules: bring our time up to the kernel's first.
  const Ps kernel_now = from_sc_time(sc_core::sc_time_stamp());
  due_.notify(t > kernel_now ? to_sc_time(t - kernel_now) : sc_core::SC_ZERO_TIME);
}

}  // namespace rocelab
