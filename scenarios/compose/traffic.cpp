#include "host/apps/tcp_traffic.h"
#include "host/os/facts.h"
#include "hw/fabric/stages.h"
#include "hw/nic/stages.h"
#include "scenarios/compose/simulation.h"
#include "tlm/random.h"

namespace rocelab::scenarios {
namespace {

void declare_tcp_stages(Probe& probe, LaneId lane, HostId local, HostId peer) {
  for (const Stage* s : {&host::stage_trap, &host::stage_copy_in, &host::stage_stack_out, &nic::tx}) {
    probe.declare(*s, lane, local);
  }
  for (const Stage* s :
       {&nic::rx, &host::stage_interrupt, &host::stage_stack_in, &host::stage_copy_out, &host::stage_return}) {
    probe.declare(*s, lane, peer);
  }
}

}  // namespace

std::vector<std::uint8_t> Simulation::payload_of(const LaneSettings& lane) const {
  if (context_.payload) return *context_.payload;
  Random random(context_.seed, "payload");  // one stream for all lanes: they carry the same bytes
  std::vector<std::uint8_t> bytes(lane.message.size);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(random.next());
  return bytes;
}

std::unique_ptr<host::Traffic> Simulation::make_traffic(LaneRig& lane) {
  host::TrafficPlan plan;
  plan.local = lane.hosts[0].get();
  plan.peer = lane.hosts[1].get();
  plan.payload = payload_of(lane.settings);
  plan.messages = lane.settings.message.count;
  plan.inflight = lane.settings.message.inflight;
  plan.probe_frame = lane.settings.network.probe_frame;
  plan.done = [this, id = lane.id] { probe_.window(id, false); };

  probe_.declare(fabric::wire_stage, lane.id, no_host);
  if (lane.settings.network.has_switch) probe_.declare(fabric::switch_stage, lane.id, no_host);
  declare_tcp_stages(probe_, lane.id, plan.local->tag().host, plan.peer->tag().host);
  return std::make_unique<host::TcpTraffic>(std::move(plan));
}

}  // namespace rocelab::scenarios
