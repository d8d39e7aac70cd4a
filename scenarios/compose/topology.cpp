#include "scenarios/compose/topology.h"

#include <algorithm>
#include <limits>

#include "scenarios/config/cables.h"

namespace rocelab::scenarios {
namespace {

using Plan = TopologyPlan;
using Topology = FabricSettings::Topology;
constexpr std::size_t unreachable = std::numeric_limits<std::size_t>::max();

void join(Plan& plan, std::size_t a, std::size_t b, Rate rate) {
  const std::size_t port_a = plan.switches[a].size(), port_b = plan.switches[b].size();
  plan.switches[a].push_back({Plan::Port::To::trunk, b, port_b, rate});
  plan.switches[b].push_back({Plan::Port::To::trunk, a, port_a, rate});
}

/// How many trunks each switch is away from `target`; clockwise: only by trunks to the next switch of the ring.
std::vector<std::size_t> distances(const Plan& plan, std::size_t target, bool clockwise) {
  const std::size_t n = plan.switches.size();
  std::vector<std::size_t> away(n, unreachable);
  if (clockwise) {
    for (std::size_t s = 0; s < n; ++s) away[s] = (target + n - s) % n;
    return away;
  }
  std::vector<std::size_t> front{target};
  away[target] = 0;
  for (std::size_t i = 0; i < front.size(); ++i) {
    for (const Plan::Port& p : plan.switches[front[i]]) {
      if (p.to != Plan::Port::To::trunk || away[p.index] != unreachable) continue;
      away[p.index] = away[front[i]] + 1;
      front.push_back(p.index);
    }
  }
  return away;
}

void find_routes(Plan& plan, const FabricSettings& s) {
  const std::size_t n = plan.switches.size();
  plan.routes.assign(n, std::vector<std::vector<std::size_t>>(s.hosts));
  for (std::size_t host = 0; host < s.hosts; ++host) {
    const auto away = distances(plan, s.place[host], s.clockwise && s.topology == Topology::ring);
    for (std::size_t sw = 0; sw < n; ++sw) {
      for (std::size_t port = 0; port < plan.switches[sw].size(); ++port) {
        const Plan::Port& p = plan.switches[sw][port];
        const bool there = p.to == Plan::Port::To::host && p.index == host;
        const bool nearer = p.to == Plan::Port::To::trunk && away[sw] > 0 && away[p.index] + 1 == away[sw];
        if (there || nearer) plan.routes[sw][host].push_back(port);
      }
    }
  }
}

}  // namespace

std::size_t TopologyPlan::hops(std::size_t a, std::size_t b) const {
  const auto edge_of = [&](std::size_t host) {
    for (std::size_t s = 0; s < switches.size(); ++s) {
      for (const Port& p : switches[s]) {
        if (p.to == Port::To::host && p.index == host) return s;
      }
    }
    return std::size_t{0};
  };
  std::size_t at = edge_of(a), passed = 1;
  for (; at != edge_of(b); ++passed) at = switches[at][routes[at][b].front()].index;
  return passed;
}

TopologyPlan plan_topology(const FabricSettings& s, Rate host_rate) {
  Plan plan;
  const Rate trunk = s.trunk_rate.value_or(host_rate);
  plan.switches.resize(s.switches + (s.topology == Topology::leaf_spine ? s.spines : 0));
  for (std::size_t host = 0; host < s.hosts; ++host) {
    plan.switches[s.place[host]].push_back({Plan::Port::To::host, host, 0, host_rate});
  }
  for (const auto& [a, b] : trunks_of(s)) join(plan, a, b, trunk);
  for (std::size_t i = 0; i < s.cross.size(); ++i) {
    plan.switches[s.cross[i].at_switch].push_back({Plan::Port::To::cross, i, 0, s.cross[i].rate});
  }
  find_routes(plan, s);
  return plan;
}

}  // namespace rocelab::scenarios
