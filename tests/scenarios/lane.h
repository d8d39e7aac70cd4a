#pragma once
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/run.h"

namespace rocelab::scenarios::test {

using Keys = std::vector<std::pair<std::string, std::string>>;

/// A scenario with the given lanes ("tcp", "rdma") and keys.
inline Scenario scenario_of(const std::vector<std::pair<std::string, std::string>>& lanes, const Keys& keys) {
  const std::string file = "lane_test_" + std::to_string(::getpid()) + ".toml";
  {
    std::ofstream out(file);
    out << "title = { zh = '题', en = 'T' }\n";
    for (const auto& [name, path] : lanes) out << "[lanes." << name << "]\npath = '" << path << "'\n";
  }
  Scenario scenario = load(file);
  std::remove(file.c_str());
  for (const auto& [key, value] : keys) scenario.config.set(key, value, "test");
  return scenario;
}

/// Runs it. One call a process: SystemC elaborates once.
inline Result run_lanes(const std::vector<std::pair<std::string, std::string>>& lanes, const Keys& keys = {},
                        std::vector<FactSink*> sinks = {}) {
  const Scenario scenario = scenario_of(lanes, keys);
  RunContext context;
  context.sinks = std::move(sinks);
  return run(scenario, context);
}

/// An RDMA lane alone.
inline LaneResult rdma_lane(const Keys& keys) { return run_lanes({{"rdma", "rdma"}}, keys).lane("rdma"); }

/// How often a lane counted something; 0 where it never did.
inline std::uint64_t counted(const LaneResult& lane, const std::string& id) {
  const auto it = lane.counters.find(id);
  return it == lane.counters.end() ? 0 : it->second;
}

inline const StageSpan* stage(const LaneResult& lane, const std::string& id, const std::string& host) {
  for (const StageSpan& s : lane.stages) {
    if (s.id == id && s.host == host) return &s;
  }
  return nullptr;
}

}  // namespace rocelab::scenarios::test
