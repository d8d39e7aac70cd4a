#include "tlm/systemc/clockwork.h"

#include <algorithm>

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
  limit_ = std::min(horizon_, before_the_kernel());
  while (next() <= limit_) run_first();
  turning_ = false;
  if (next() != never) due_.notify(to_sc_time(next() - kernel_now));
}

/// The last picosecond before the kernel has something to do, if all goes as it stands.
Ps Clockwork::before_the_kernel() const {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  const sc_core::sc_time ahead = sc_core::sc_time_to_pending_activity();  // without any: to the end of all time
  if (ahead == sc_core::SC_ZERO_TIME) return from_sc_time(now);
  return static_cast<Ps>(std::min<sc_dt::uint64>((now + ahead).value() - 1, never));
}

void Clockwork::give_way() { limit_ = std::min(limit_, now()); }

void Clockwork::wake(Ps t) {
  if (turning_) return;
  // A program thread schedules: bring our time up to the kernel's first.
  const Ps kernel_now = from_sc_time(sc_core::sc_time_stamp());
  due_.notify(t > kernel_now ? to_sc_time(t - kernel_now) : sc_core::SC_ZERO_TIME);
}

}  // namespace rocelab
