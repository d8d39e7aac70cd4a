#pragma once
#include <vector>

#include "scenarios/config/fabric_settings.h"

namespace rocelab::scenarios {

/// Which switches there are, what hangs on their ports, and which ports lead to a host: named topologies as lists.
struct TopologyPlan {
  struct Port {
    enum class To : std::uint8_t { host, trunk, cross } to;
    std::size_t index = 0;  // of the host, the switch behind the trunk, or the cross source
    std::size_t port = 0;   // behind a trunk
    Rate rate;
  };
  using Switch = std::vector<Port>;

  std::vector<Switch> switches;  // edge switches first

  /// routes[s][h]: the ports of switch s by which frames for host h may leave.
  std::vector<std::vector<std::vector<std::size_t>>> routes;
  /// Switches that a frame from host a to host b passes.
  std::size_t hops(std::size_t a, std::size_t b) const;
};

TopologyPlan plan_topology(const FabricSettings&, Rate host_rate);

}  // namespace rocelab::scenarios
