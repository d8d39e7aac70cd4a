#pragma once
#include <deque>
#include <string>

#include "hw/fabric/switch.h"
#include "tlm/systemc/ethernet_socket.h"

namespace rocelab::fabric {

/// A Switch with a plug for each port; every plug must be bound, unused ones to an EthernetStub.
class SwitchModule : public sc_core::sc_module {
 public:
  SwitchModule(sc_core::sc_module_name name, Timeline& timeline, Probe& probe, PacketPool& pool,
               const SwitchConfig& config, std::uint64_t run_seed)
      : sc_module(name), device(timeline, probe, pool, config, run_seed) {
    for (std::size_t i = 0; i < device.ports(); ++i) {
      ports.emplace_back("port" + std::to_string(i), device.ingress(i));
    }
  }

  Switch device;
  std::deque<EthernetPort> ports;  // sockets do not move

 private:
  void end_of_elaboration() override {
    for (std::size_t i = 0; i < ports.size(); ++i) device.egress(i).connect(ports[i].tx.peer());
  }
};

}  // namespace rocelab::fabric
