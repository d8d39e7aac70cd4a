#pragma once
#include <systemc>

#include "tlm/timeline.h"

namespace rocelab {

/// The Timeline of a SystemC run: one SC_METHOD and one sc_event for all hardware behaviour, never re-notified
/// unless something becomes due earlier. Program threads use sc_core::wait and share the same time.
class Clockwork : public sc_core::sc_module, public Timeline {
 public:
  explicit Clockwork(sc_core::sc_module_name name);

 private:
  void turn();
  void wake(Ps t) override;

  sc_core::sc_event due_;
  bool turning_ = false;
};

/// Picoseconds as the kernel's time; needs the kernel's default resolution of 1 ps.
inline sc_core::sc_time to_sc_time(Ps t) { return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(t)); }
inline Ps from_sc_time(const sc_core::sc_time& t) { return static_cast<Ps>(t.value()); }

}  // namespace rocelab
