#include "app/run/retained.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <systemc>

#include "app/forked.h"
#include "host/apps/application.h"
#include "scenarios/config/faults.h"
#include "scenarios/config/keys.h"
#include "scenarios/config/named_keys.h"
#include "scenarios/config/settings.h"

namespace rocelab::app {
namespace {

constexpr std::uint64_t least_frames = 100'000;
/// A scheme that does not get on (go-back-0 in long messages) would never end: what it did by then is its goodput.
constexpr std::uint64_t most_frames = 20 * least_frames;

/// Ends the run after so many data frames.
class FrameBudget : public FactSink {
 public:
  FactSet reads() const override { return FactSet{} | FactKind::frame; }
  void on_frame(const FrameSeen& f) override {
    if (!f.sent || f.packet->payload == 0 || ++frames_ != most_frames) return;
    if (sc_core::sc_get_status() == sc_core::SC_RUNNING) sc_core::sc_stop();
  }

 private:
  std::uint64_t frames_ = 0;
};

/// How many messages make up the frames. TCP joins small messages, so its frames are counted by the octet as far as
/// that stays below one message a frame.
std::uint64_t messages_for(const scenarios::LaneSettings& s) {
  const std::uint64_t size = std::max<std::uint64_t>(1, s.message.size);
  const auto up = [](std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; };
  const std::uint64_t needed = s.path == "rdma" ? up(least_frames, up(size, s.network.mtu))
                                                : std::min(up(least_frames * s.tcp.mtu, size), least_frames);
  // Of a question and its answer each has its frames.
  return std::max(up(needed, host::application(s.application).messages_a_round()), s.message.count);
}

/// What a lane's run depends on, as text: two runs with the same are the same run.
std::string settings_of(const scenarios::Config& config, const std::string& lane) {
  const scenarios::LaneSettings s = scenarios::resolve(config, lane);
  const bool rdma = s.path == "rdma";
  std::string text = lane + (s.network.lossless ? "\nlossless\n" : "\nlossy\n");
  for (const scenarios::KeySpec& spec : scenarios::keys()) {
    const std::string& key = spec.name;
    const bool foreign = rdma ? key.rfind("tcp.", 0) == 0 : key.rfind("rdma.", 0) == 0 || key == "network.loss_spares";
    if (!foreign && key != "network.lossless") text += config.get(lane, key) + '\n';
  }
  for (const scenarios::NamedTable& table : scenarios::named_tables()) {
    for (const std::string& named : config.named(table.prefix, lane)) {
      for (const scenarios::KeySpec& key : table.keys()) {
        const std::string name = table.prefix + named + '.' + key.name;
        if (const auto* written = config.written(lane, name)) text += name + '=' + written->text + '\n';
      }
    }
  }
  return text;
}

/// Of a run that its budget ended: what had arrived by then.
scenarios::RetainedRun figures(const scenarios::Result& r, std::uint64_t message_size) {
  const scenarios::LaneResult& lane = r.lanes.front().second;
  scenarios::RetainedRun out;
  const bool whole = lane.window > 0;
  out.window = whole ? lane.window : std::max<Ps>(1, r.simulated - r.t0);
  const auto arrived = static_cast<double>(lane.flows.front().latencies.size() * message_size);
  out.goodput_gbps = whole ? lane.goodput_gbps() : arrived * 8'000.0 / static_cast<double>(out.window);
  out.data_frames = lane.wire.data_frames;
  out.dropped = lane.wire.dropped;
  out.pauses = lane.wire.pauses;
  out.ecn_marked = lane.wire.ecn_marked;
  out.timeouts = lane.timeouts;
  out.loss_cost = lane.loss_cost;
  return out;
}

}  // namespace

const scenarios::RetainedRun& RetainedRuns::run(const Prepared& prepared, const std::string& lane,
                                                const std::string& what) {
  Prepared one = prepared;
  scenarios::Config& config = one.scenario.config;
  config.keep_lane(lane);
  config.file_is_read();
  const scenarios::LaneSettings short_run = scenarios::resolve(config, lane);
  config.set("message.count", std::to_string(messages_for(short_run)), "retained");
  config.set("limit", "1000000s", "retained");
  const std::string settings = settings_of(config, lane);
  const auto known = known_.find(settings);
  if (known != known_.end()) return known->second;

  progress_.now(
      fmt::format("throughput retained: lane {} {}, {} messages", lane, what, config.get(lane, "message.count")));
  const std::string result = forked([&] {
    scenarios::RunContext context = one.context();
    FrameBudget budget;
    context.sinks.push_back(&budget);
    return nlohmann::json(scenarios::run(one.scenario, context)).dump();
  });
  return known_[settings] = figures(nlohmann::json::parse(result).get<scenarios::Result>(), short_run.message.size);
}

Retained RetainedRuns::of(const Prepared& prepared) {
  Retained retained;
  Prepared clean = prepared;
  clean.scenario.config = scenarios::without_faults(clean.scenario.config);
  for (const std::string& lane : prepared.scenario.config.lanes()) {
    if (!scenarios::has_faults(prepared.scenario.config, lane)) continue;
    const double without = run(clean, lane, "without faults").goodput_gbps;
    if (without <= 0) continue;
    scenarios::RetainedRun with = run(prepared, lane, "with its faults");
    with.without_gbps = without;
    retained[lane] = with;
  }
  return retained;
}

void put(const Retained& retained, scenarios::Result& result) {
  for (auto& [name, lane] : result.lanes) {
    const auto it = retained.find(name);
    if (it == retained.end()) continue;
    lane.retained_run = it->second;
    lane.retained = it->second.goodput_gbps / it->second.without_gbps;
  }
}

}  // namespace rocelab::app
