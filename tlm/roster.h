#pragma once
#include <string>
#include <vector>

#include "tlm/ids.h"

namespace rocelab {

/// Who takes part in a run: names behind the ids that facts carry. Filled while the run is composed.
struct Roster {
  struct Lane {
    std::string name;  // "tcp", "rdma"
  };
  struct Host {
    LaneId lane;
    std::string name;  // "local", "peer", or the scenario's own
  };
  struct Core {
    HostId host;
    unsigned number;
  };
  struct Port {
    LaneId lane;
    HostId host;       // no_host for a switch port
    std::string name;  // "rdma.local.port0"
  };

  std::vector<Lane> lanes;
  std::vector<Host> hosts;
  std::vector<Core> cores;
  std::vector<Port> ports;

  LaneId add(Lane lane) {
    return lanes.push_back(std::move(lane)), LaneId{static_cast<std::uint16_t>(lanes.size() - 1)};
  }
  HostId add(Host host) {
    return hosts.push_back(std::move(host)), HostId{static_cast<std::uint16_t>(hosts.size() - 1)};
  }
  CoreId add(Core core) { return cores.push_back(core), CoreId{static_cast<std::uint16_t>(cores.size() - 1)}; }
  PortId add(Port port) {
    return ports.push_back(std::move(port)), PortId{static_cast<std::uint16_t>(ports.size() - 1)};
  }

  const Lane& operator[](LaneId id) const { return lanes.at(id.value); }
  const Host& operator[](HostId id) const { return hosts.at(id.value); }
  const Core& operator[](CoreId id) const { return cores.at(id.value); }
  const Port& operator[](PortId id) const { return ports.at(id.value); }
};

}  // namespace rocelab
