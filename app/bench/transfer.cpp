#include "app/bench/transfer.h"

#include <sys/resource.h>

#include <ctime>
#include <nlohmann/json.hpp>
#include <systemc>

#include "app/forked.h"
#include "app/run/recorder.h"

namespace rocelab::app {
namespace {

double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;  // Linux reports KiB
}

/// Every data frame that a NIC sent crosses each link of the path, unless it is lost on the way: this run loses none.
std::uint64_t packet_hops(const scenarios::Scenario& scenario, const scenarios::LaneResult& lane) {
  const auto value = [&](const char* key) { return scenario.config.get(scenario.config.lanes().front(), key); };
  const unsigned links = value("network.topology") == "switch" ? 2 : 1;
  return lane.wire.data_frames * links;
}

std::string measured(const Prepared& prepared, const std::optional<std::filesystem::path>& waves_dir) {
  scenarios::RunContext context = prepared.context();
  std::optional<Recorder> recorder;
  const std::clock_t begin = std::clock();
  if (waves_dir) recorder.emplace(*waves_dir, context, lessons::Language::en, WaveFormat::vcd, waves::Recording{});
  const scenarios::Result result = scenarios::run(prepared.scenario, context);
  const std::clock_t end = std::clock();
  return nlohmann::json{static_cast<double>(end - begin) / CLOCKS_PER_SEC, peak_rss_mb(), result.steps,
                        sc_core::sc_delta_count(), packet_hops(prepared.scenario, result.lanes.front().second)}
      .dump();
}

}  // namespace

Prepared transfer(const std::vector<std::string>& settings) {
  RunRequest request;
  request.scenario = ROCELAB_BENCH "/transfer.toml";
  request.settings = settings;
  return prepare(request);
}

TransferCost cost_of(const Prepared& prepared, const std::optional<std::filesystem::path>& waves_dir) {
  const auto m = nlohmann::json::parse(forked([&] { return measured(prepared, waves_dir); }));
  return {m[0], m[1], m[2], m[3], m[4]};
}

}  // namespace rocelab::app
