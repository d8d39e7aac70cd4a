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
  const host::Traffic& traffic = *lane.traffic;
  LaneResult r;
  r.path = traffic.path();
  r.messages = traffic.plan().messages;
  r.payload_bytes = r.messages * traffic.plan().payload.size();
  r.delivered = !traffic.failure() && traffic.delivered_messages() == r.messages;
  r.payload_intact = r.delivered && traffic.intact_messages() == r.messages;
  if (const auto& f = traffic.failure()) {
    r.failure = Failure{f->at, f->code, f->values, f->rule};
    add_reason(*r.failure, lane.settings.name);
  }
  r.flows.push_back({"local", "peer", r.payload_bytes, r.payload_intact, {}});
  tally_.lane(lane.id).fill(r);
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
