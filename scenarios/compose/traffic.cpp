#include <algorithm>
#include <cstring>

#include "host/apps/rdma_facts.h"
#include "host/apps/rdma_traffic.h"
#include "host/apps/tcp_traffic.h"
#include "host/os/facts.h"
#include "host/rdma_stages.h"
#include "hw/fabric/stages.h"
#include "hw/nic/stages.h"
#include "hw/rnic/facts.h"
#include "hw/rnic/resource_facts.h"

#include "host/verbs/facts.h"
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

/// Where the kernel or a copy takes part after all.
void declare_kernel_stages(Probe& probe, LaneId lane, HostId local, HostId peer, const host::RdmaOperation& operation,
                           const host::RdmaOptions& options) {
  using Registration = host::RdmaOptions::Registration;
  if (options.registration == Registration::each) probe.declare(host::stage_register, lane, local);
  if (options.registration == Registration::pool) probe.declare(host::stage_pool_copy, lane, local);
  if (!options.sleeps) return;
  for (const Stage* s : {&host::stage_event, &host::stage_wake}) {
    probe.declare(*s, lane, local);
    if (operation.two_sided()) probe.declare(*s, lane, peer);
  }
}

void declare_rdma_stages(Probe& probe, LaneId lane, HostId local, HostId peer, const host::RdmaOperation& operation) {
  // READ turns the road round: the peer's NIC reads memory, the local one writes it.
  const bool read = operation.is_read();
  const HostId source = read ? peer : local, destination = read ? local : peer;
  probe.declare(verbs::stage_post, lane, local);
  probe.declare(rnic::stage_doorbell, lane, local);
  probe.declare(rnic::stage_wqe_fetch, lane, local);
  probe.declare(rnic::stage_dma_read, lane, source);
  probe.declare(host::stage_rdma_wire, lane, no_host);
  probe.declare(rnic::stage_dma_write, lane, destination);
  if (!read) probe.declare(rnic::stage_ack, lane, peer);
  probe.declare(rnic::stage_cqe, lane, local);
  if (operation.two_sided()) {
    probe.declare(rnic::stage_cqe, lane, peer);
    probe.declare(verbs::stage_recv, lane, peer);
  }
}

void declare_resource_stages(Probe& probe, LaneId lane, HostId local, HostId peer) {
  for (const HostId host : {local, peer}) {
    probe.declare(rnic::context_cache_facts.fetch, lane, host);
    probe.declare(rnic::page_cache_facts.fetch, lane, host);
  }
}

verbs::BlueFlame blueflame_of(const std::string& word) {
  if (word == "inline") return verbs::BlueFlame::inline_only;
  return word == "single" ? verbs::BlueFlame::single : verbs::BlueFlame::off;
}

host::RdmaOptions options_of(const LaneSettings& s, std::uint64_t seed) {
  host::RdmaOptions o;
  o.scheme = s.rdma.scheme;
  o.mtu = s.network.mtu;
  o.timeout = s.rdma.timeout;
  o.retry_cnt = s.rdma.retry_cnt;
  o.rnr_retry = s.rdma.rnr_retry;
  o.min_rnr_timer = s.rdma.min_rnr_timer;
  o.registered = s.rdma.registered;
  using Registration = host::RdmaOptions::Registration;
  o.registration = s.rdma.registration == "each"   ? Registration::each
                   : s.rdma.registration == "pool" ? Registration::pool
                                                   : Registration::once;
  o.huge_pages = s.rdma.huge_pages;
  o.sleeps = s.rdma.sleeps;
  o.managed = s.rdma.managed;
  o.climb_to = s.rdma.qp_state;
  o.lossless = s.network.lossless;
  o.priority = Priority{static_cast<std::uint8_t>(s.fabric.dscp >> 3)};
  const auto ecn = s.fabric.red ? wire::Ecn::ect0 : wire::Ecn::not_ect;
  o.traffic_class = static_cast<std::uint8_t>(s.fabric.dscp << 2 | static_cast<unsigned>(ecn));
  o.inline_data = s.rdma.inline_data;
  o.blueflame = blueflame_of(s.rdma.blueflame);
  o.mistake = s.rdma.mistake;
  o.max_rd_atomic = s.rdma.max_rd_atomic;
  o.max_dest_rd_atomic = s.rdma.max_dest_rd_atomic;
  o.receive_delay = s.rdma.receive_delay;
  o.receive_state = s.rdma.receive_state;
  const auto twice = static_cast<std::uint32_t>(2 * s.message.inflight);
  o.completions = 2 * std::max(64u, twice);
  // Thousands of queues are short ones: what is in flight spreads over them.
  o.depth = s.rdma.connections == 1 ? std::max(64u, twice) : std::max(4u, twice / s.rdma.connections);
  o.connections = s.rdma.connections;
  o.random_turn = s.rdma.random_turn;
  o.seed = seed;
  return o;
}

}  // namespace

const std::vector<std::uint8_t>& Simulation::payload_of(const LaneSettings& lane) {
  if (context_.payload) return *context_.payload;
  std::vector<std::uint8_t>& bytes = payloads_[lane.message.size];
  if (!bytes.empty()) return bytes;
  Random random(context_.seed, "payload");  // one stream for all lanes: they carry the same bytes
  bytes.resize(lane.message.size);
  // Eight octets a draw, the low ones first, as an amd64 machine stores them.
  const auto draw = [&](std::uint8_t* to, std::size_t octets) {
    const std::uint64_t bits = random.next();
    std::memcpy(to, &bits, octets);
  };
  std::size_t done = 0;
  for (; done + 8 <= bytes.size(); done += 8) draw(&bytes[done], 8);
  if (done < bytes.size()) draw(&bytes[done], bytes.size() - done);
  return bytes;
}

std::unique_ptr<host::Traffic> Simulation::make_traffic(LaneRig& lane, std::size_t flow) {
  const std::vector<FlowSettings>& flows = lane.settings.fabric.flows;
  const FlowSettings& f = flows[flow];
  // Programs of a host are numbered in the order of the flows.
  const auto core = [&](std::size_t host, bool sends) {
    std::size_t before = 0;
    for (std::size_t i = 0; i < flow; ++i) before += (flows[i].from == host) + (flows[i].to == host);
    const CoreSettings& cores = lane.settings.cores;
    return cores.of_program(before + (!sends && f.from == host), cores.of(lane.settings.fabric.programs_of(host)));
  };
  host::TrafficPlan plan;
  plan.application = &host::application(lane.settings.application);
  plan.flow = static_cast<std::uint16_t>(flow);
  plan.local = lane.hosts[f.from].get();
  plan.peer = lane.hosts[f.to].get();
  plan.local_core = core(f.from, true);
  plan.peer_core = core(f.to, false);
  plan.payload = payload_of(lane.settings);
  plan.messages = f.messages.value_or(lane.settings.message.count);
  plan.inflight = lane.settings.message.inflight;
  plan.reader_busy = lane.settings.tcp.reader_busy;
  plan.probe_frame = flow == 0 ? lane.settings.network.probe_frame : 0;
  plan.done = [this, &lane, flow] { flow_ended(lane, flow); };

  if (flow == 0) {
    probe_.declare(fabric::wire_stage, lane.id, no_host);
    if (lane.settings.network.has_switch) probe_.declare(fabric::switch_stage, lane.id, no_host);
  }
  const HostId local = plan.local->tag().host, peer = plan.peer->tag().host;
  const bool answers = plan.application->answers;
  if (lane.settings.path == "rdma") {
    const host::RdmaOperation& operation = host::rdma_operation(lane.settings.operation);
    declare_rdma_stages(probe_, lane.id, local, peer, operation);
    if (answers) declare_rdma_stages(probe_, lane.id, peer, local, operation);
    const host::RdmaOptions options = options_of(lane.settings, context_.seed);
    declare_kernel_stages(probe_, lane.id, local, peer, operation, options);
    if (lane.settings.shows_resources()) declare_resource_stages(probe_, lane.id, local, peer);
    return std::make_unique<host::RdmaTraffic>(std::move(plan), operation, options);
  }
  declare_tcp_stages(probe_, lane.id, local, peer);
  if (answers) declare_tcp_stages(probe_, lane.id, peer, local);
  const host::TcpOptions options{host::tcp_reading(lane.settings.tcp.reader), lane.settings.tcp.connections,
                                 lane.settings.window()};
  return std::make_unique<host::TcpTraffic>(std::move(plan), options);
}

}  // namespace rocelab::scenarios
