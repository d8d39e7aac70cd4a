#include "scenarios/config/cables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "scenarios/config/nearest.h"
#include "scenarios/input_error.h"

namespace rocelab::scenarios {

std::vector<std::pair<std::size_t, std::size_t>> trunks_of(const FabricSettings& s) {
  using Topology = FabricSettings::Topology;
  std::vector<std::pair<std::size_t, std::size_t>> all;
  switch (s.topology) {
    case Topology::cable:
    case Topology::one_switch:
      break;
    case Topology::trunk:
      all.emplace_back(0, 1);
      break;
    case Topology::ring:
      for (std::size_t i = 0; i < s.switches; ++i) all.emplace_back(i, (i + 1) % s.switches);
      break;
    case Topology::leaf_spine:
      for (std::size_t leaf = 0; leaf < s.switches; ++leaf) {
        for (std::size_t spine = 0; spine < s.spines; ++spine) all.emplace_back(leaf, s.switches + spine);
      }
      break;
  }
  return all;
}

std::string trunk_name(std::size_t a, std::size_t b) {
  return fmt::format("sw{}-sw{}", std::min(a, b), std::max(a, b));
}

std::string cross_name(const std::string& source) { return "cross." + source; }

std::vector<std::string> cables_of(const FabricSettings& s) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < s.hosts; ++i) all.push_back(host_name(i));
  for (const auto& [a, b] : trunks_of(s)) all.push_back(trunk_name(a, b));
  for (const CrossSettings& c : s.cross) all.push_back(cross_name(c.name));
  return all;
}

void check_cables(const Config& config, const std::string& lane, const std::vector<FaultSettings>& faults,
                  const FabricSettings& fabric) {
  const auto all = cables_of(fabric);
  for (const FaultSettings& fault : faults) {
    if (fault.link != FaultSettings::Link::named || std::find(all.begin(), all.end(), fault.cable) != all.end())
      continue;
    const std::string key = "network.faults." + fault.spec.name + ".link";
    const Config::Written* w = config.written(lane, key);
    throw InputError(fmt::format("{}: {}: there is no cable '{}'; allowed are sender, receiver, all, {}{}",
                                 w ? w->where : "lane " + lane, key, fault.cable, fmt::join(all, ", "),
                                 did_you_mean(fault.cable, all)));
  }
}

}  // namespace rocelab::scenarios
