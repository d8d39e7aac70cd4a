#pragma once
#include "hw/fabric/link.h"
#include "tlm/systemc/ethernet_socket.h"

namespace rocelab::fabric {

/// A cable: one Link each way between two plugs.
class CableModule : public sc_core::sc_module {
 public:
  CableModule(sc_core::sc_module_name name, Timeline& timeline, Probe& probe, Ps propagation, FabricStages stages = {})
      : sc_module(name),
        a_to_b(timeline, probe, propagation, stages),
        b_to_a(timeline, probe, propagation, stages),
        a("a", a_to_b),
        b("b", b_to_a) {}

  Link a_to_b;
  Link b_to_a;
  EthernetPort a;
  EthernetPort b;

 private:
  void end_of_elaboration() override {
    a_to_b.connect(b.tx.peer());
    b_to_a.connect(a.tx.peer());
  }
};

}  // namespace rocelab::fabric
