#include "scenarios/compose/simulation.h"

#include <fmt/format.h>

#include <algorithm>

#include "hw/fabric/stages.h"

namespace rocelab::scenarios {

Simulation::Simulation(const Scenario& scenario, RunContext& context)
    : scenario_(scenario), context_(context), tally_(context.roster) {
  probe_.attach(tally_);
  for (FactSink* sink : context.sinks) probe_.attach(*sink);
  for (const std::string& name : scenario.config.lanes()) compose_lane(name);

  std::size_t runners = 0;
  std::size_t flows = 0;
  Ps round_trip = 0;
  for (const auto& lane : lanes_) {
    round_trip = std::max(round_trip, lane->settings.network.rtt);
    for (const auto& flow : lane->flows) runners += flow->runners(), ++flows;
  }
  start_line_ = std::make_unique<host::StartLine>(
      clockwork_, runners, round_trip, [this](Ps t0) { probe_.t0(t0); }, [this] { at_t0(); });
  finish_line_ = std::make_unique<host::FinishLine>(flows);
  for (const auto& lane : lanes_) {
    for (const auto& flow : lane->flows) flow->start(*start_line_, *finish_line_);
  }
}

void Simulation::compose_lane(const std::string& name) {
  lanes_.push_back(std::make_unique<LaneRig>());
  LaneRig& lane = *lanes_.back();
  lane.settings = resolve(scenario_.config, name);
  lane.id = context_.roster.add(Roster::Lane{name});
  const std::vector<FlowSettings>& flows = lane.settings.fabric.flows;
  for (std::size_t i = 0; i < lane.settings.fabric.hosts; ++i) lane.hosts.push_back(make_host(lane, i));
  std::vector<LaneNetwork::Plug> plugs;
  for (auto& host : lane.hosts)
    plugs.push_back({&host->mac(), host->tag().host, host->mac_address(), host->kernel().address()});
  for (std::size_t i = 0; i < flows.size(); ++i) lane.flows.push_back(make_traffic(lane, i));
  lane.open_flows = flows.size();
  const host::Traffic& first = *lane.flows.front();
  const fabric::FabricStages stages{&fabric::wire_stage, &fabric::switch_stage, first.wire_stage()};
  const LaneNetwork::Surroundings env{clockwork_,    probe_,  pool_,
                                      context_.seed, lane.id, [&lane] { return lane.open_flows > 0; }};
  lane.network = std::make_unique<LaneNetwork>(lane.settings, env, plugs, stages);
  const auto [begin, end] = first.latency_moments();
  tally_.add_lane(LaneTally(context_.roster, host_name(flows[0].from), host_name(flows[0].to), flows.size(),
                            LatencyTally(begin, end)));
}

void Simulation::at_t0() {
  t0_ = clockwork_.now();
  for (auto& lane : lanes_) {
    for (auto& host : lane->hosts) host->settle();
    lane->network->start_faults();
    probe_.window(lane->id, true);
    for (auto& host : lane->hosts) host->neighbour().start();
  }
}

void Simulation::flow_ended(LaneRig& lane, std::size_t flow) {
  Tag tag;
  tag.lane = lane.id;
  tag.flow = FlowId{static_cast<std::uint32_t>(flow)};
  tally_.flow_ended(tag, clockwork_.now());
  if (--lane.open_flows > 0) return;
  for (const auto& host : lane.hosts) {
    host->settle();
    host->neighbour().stop();
  }
  probe_.window(lane.id, false);
}

bool Simulation::programs_ended() const {
  for (const auto& lane : lanes_) {
    for (const auto& host : lane->hosts) {
      for (const auto& program : host->programs()) {
        if (!program->finished()) return false;
      }
    }
  }
  return true;
}

std::string Simulation::what_is_stuck() const {
  std::string text;
  for (const auto& lane : lanes_) {
    for (const auto& host : lane->hosts) {
      for (const auto& program : host->programs()) {
        if (program->finished()) continue;
        text += fmt::format("\n  lane {}, host {}: program {} waits for {} since {:.3f} us", lane->settings.name,
                            host->role(), program->basename(), program->waiting_for(),
                            static_cast<double>(program->waiting_since()) / 1e6);
      }
    }
  }
  return text;
}

void Simulation::run() {
  probe_.start();
  const Ps limit = lanes_.front()->settings.limit;
  // Runs in slices: what is still going on when the last program has ended (a last ACK on the wire) may finish, but
  // nobody waits a minute for TIME-WAIT.
  constexpr Ps slice = 10'000'000;
  Ps drain_until = never;
  while (sc_core::sc_get_status() != sc_core::SC_STOPPED) {
    if (drain_until == never && programs_ended()) drain_until = clockwork_.now() + 5 * slice;
    const Ps next = clockwork_.next();
    if (drain_until != never && (next == never || next > drain_until)) break;
    if (drain_until == never && (next == never || next > limit)) {
      probe_.finish();
      throw StuckError(fmt::format("the simulation cannot make progress at {:.3f} us{}{}",
                                   static_cast<double>(clockwork_.now()) / 1e6,
                                   next == never ? "" : " (key limit reached)", what_is_stuck()));
    }
    const Ps now = from_sc_time(sc_core::sc_time_stamp());
    const Ps end = std::max(next, now + slice);
    clockwork_.set_horizon(end);
    sc_core::sc_start(to_sc_time(end - now));
    for (const auto& lane : lanes_) {
      for (const auto& host : lane->hosts) {
        for (const auto& program : host->programs()) program->rethrow();
      }
    }
  }
  for (auto& lane : lanes_) {
    for (auto& host : lane->hosts) host->settle();
  }
  probe_.finish();
}

}  // namespace rocelab::scenarios
