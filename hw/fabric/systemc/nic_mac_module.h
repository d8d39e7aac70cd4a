#pragma once
#include <string>

#include "hw/fabric/nic_mac.h"
#include "tlm/systemc/ethernet_socket.h"

namespace rocelab::fabric {

/// A NicMac with its plug.
class NicMacModule : public sc_core::sc_module {
 public:
  NicMacModule(sc_core::sc_module_name name, Timeline& timeline, Probe& probe, PortId port_id, Rate rate,
               const std::string& scope)
      : sc_module(name), mac(timeline, probe, port_id, rate, scope), port("port", mac) {}

  NicMac mac;
  EthernetPort port;

 private:
  void end_of_elaboration() override { mac.egress().connect(port.tx.peer()); }
};

}  // namespace rocelab::fabric
