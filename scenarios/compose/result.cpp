#include "hw/fabric/counters.h"
#include "scenarios/compose/simulation.h"

namespace rocelab::scenarios {

/// Why it was refused is known where it was refused: the program that failed sees a status and no more.
void Simulation::add_reason(Failure& failure, const std::string& lane) const {
  const bool silent = failure.code == "IBV_WC_RETRY_EXC_ERR";
  for (const MomentSeen& m : tally_.moments()) {
    if (m.lane != lane) continue;
    const bool refused = m.kind == "rdma.refused" || m.kind == "rdma.invalid_request";
    const bool discarded =
        m.kind == "rdma.no_such_qp" || m.kind == "rdma.not_receiving" || m.kind == "rdma.stale_packet";
    if (failure.code == "IBV_WC_RNR_RETRY_EXC_ERR" && m.kind == "rdma.rnr_wait") {
      failure.rule = m.kind;
      failure.values.insert(m.values.begin(), m.values.end());
    }
    if (!(silent ? discarded && m.host == "peer" : refused)) continue;
    if (failure.rule.empty()) failure.rule = m.kind;
    failure.values.insert(m.values.begin(), m.values.end());
  }
}

LaneResult Simulation::result_of(const LaneRig& lane) const {
  LaneResult r;
  r.path = lane.flows.front()->path();
  r.delivered = r.payload_intact = true;
  const host::TrafficFailure* failure = nullptr;
  for (std::size_t i = 0; i < lane.flows.size(); ++i) {
    const host::Traffic& flow = *lane.flows[i];
    const std::uint64_t messages = flow.expected_messages(), octets = messages * flow.plan().payload.size();
    const bool delivered = !flow.failure() && flow.delivered_messages() == messages;
    const bool intact = delivered && flow.intact_messages() == messages;
    const FlowSettings& f = lane.settings.fabric.flows[i];
    r.flows.push_back({host_name(f.from), host_name(f.to), octets, intact});
    r.messages += messages;
    r.payload_bytes += octets;
    r.delivered &= delivered;
    r.payload_intact &= intact;
    if (flow.failure() && !failure) failure = &*flow.failure();
  }
  if (const host::TrafficFailure* f = failure) {
    r.failure = Failure{f->at, f->code, f->values, f->rule};
    add_reason(*r.failure, lane.settings.name);
  }
  tally_.lane(lane.id).fill(r);
  tally_.ports().fill(lane.settings.name, r);
  for (const MomentSeen& m : tally_.moments()) {
    if (m.kind != fabric::moment_deadlock.id || m.lane != lane.settings.name) continue;
    for (const char* which : {"first", "second", "third", "s3", "s4", "s5", "s6", "s7"}) {
      if (const auto it = m.values.find(which); it != m.values.end())
        r.deadlock.push_back("sw" + std::to_string(it->second));
    }
  }
  if (const auto it = r.counters.find("discarded_wire_bytes"); it != r.counters.end())
    r.loss_cost.window_waste = lane.settings.network.rate.time_of(it->second);
  return r;
}

Result Simulation::result() const {
  Result r;
  r.scenario = scenario_.id;
  r.lessons = scenario_.lessons;
  r.title = scenario_.title;
  r.question = scenario_.question;
  r.seed = context_.seed;
  r.simulated = clockwork_.now();
  r.t0 = t0_;
  r.steps = clockwork_.steps();
  r.config = scenario_.config.resolved();
  r.overridden = scenario_.config.overridden();
  for (const auto& lane : lanes_) r.lanes.emplace_back(lane->settings.name, result_of(*lane));
  r.moments = tally_.moments();
  return r;
}

Result run(const Scenario& scenario, RunContext& context) {
  Simulation simulation(scenario, context);
  simulation.run();
  return simulation.result();
}

}  // namespace rocelab::scenarios
