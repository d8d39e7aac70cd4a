#pragma once
#include "hw/fabric/traffic_source.h"
#include "tlm/systemc/ethernet_socket.h"

namespace rocelab::fabric {

/// A TrafficSource with its plug.
class TrafficSourceModule : public sc_core::sc_module {
 public:
  TrafficSourceModule(sc_core::sc_module_name name, Timeline& timeline, Probe& probe, PacketPool& pool,
                      const TrafficSource::Config& config, std::uint64_t run_seed)
      : sc_module(name), source(timeline, probe, pool, config, run_seed), port("port", source) {}

  TrafficSource source;
  EthernetPort port;

 private:
  void end_of_elaboration() override { source.egress().connect(port.tx.peer()); }
};

}  // namespace rocelab::fabric
