#include "scenarios/config/settings.h"

#include <algorithm>

#include "host/apps/rdma_operation.h"
#include "hw/rnic/objects.h"
#include "scenarios/config/kernel_keys.h"
#include "scenarios/input_error.h"

namespace rocelab::scenarios {
namespace {

[[noreturn]] void contradiction(const LaneSettings& s, const std::string& what) {
  throw InputError("lane " + s.name + ": " + what);
}

void check_operation(const LaneSettings& s) {
  const host::RdmaOperation& operation = host::rdma_operation(s.operation);
  const std::string size = std::to_string(s.message.size) + " B";
  if (operation.is_atomic() && s.message.size != 8) {
    contradiction(s, "operation " + s.operation + " works on one 64-bit word: message.size must be 8, not " + size);
  }
  if (!s.rdma.inline_data) return;
  if (operation.arrival == host::RdmaOperation::Arrival::completion) {
    contradiction(s, "rdma.inline puts the payload into the WQE: operation " + s.operation + " sends none");
  }
  const std::uint32_t most = rnic::Limits{}.max_inline;
  if (s.message.size > most) {
    contradiction(s, "rdma.inline takes at most " + std::to_string(most) + " B; message.size is " + size);
  }
}

void check_registration(const LaneSettings& s) {
  if (s.rdma.registration == "once") return;
  if (!s.rdma.registered)
    contradiction(
        s, "rdma.registered = false registers nothing: rdma.registration must be once, not " + s.rdma.registration);
  if (s.rdma.inline_data)
    contradiction(s,
                  "rdma.inline needs no registered memory: rdma.registration must be once, not " + s.rdma.registration);
}

/// Connection management moves the QP by itself, with numbers that the peer's own message brings.
void check_connection(const LaneSettings& s) {
  if (!s.rdma.managed) {
    if (s.rdma.mistake == "rejected") contradiction(s, "rdma.mistake = rejected needs rdma.connect = cm");
    return;
  }
  if (s.rdma.qp_state != "rts")
    contradiction(s, "rdma.connect = cm brings the QP to RTS: rdma.qp_state must be rts, not " + s.rdma.qp_state);
  if (s.rdma.mistake == "wrong_qpn" || s.rdma.mistake == "stale_psn")
    contradiction(s, "rdma.connect = cm tells QPN and PSN itself: rdma.mistake = " + s.rdma.mistake +
                         " needs rdma.connect = exchange");
  if (s.operation == "send_inv")
    contradiction(s,
                  "rdma.connect = cm tells the rkey before a window can be bound: operation send_inv needs "
                  "rdma.connect = exchange");
}

/// A mistake that the operation has no occasion for would deliver, and nobody would know that it was not made.
void check_mistake(const LaneSettings& s) {
  const host::RdmaOperation& operation = host::rdma_operation(s.operation);
  const auto made = [&](std::initializer_list<const char*> mistakes) {
    return std::find(mistakes.begin(), mistakes.end(), s.rdma.mistake) != mistakes.end();
  };
  const auto needs = [&](const char* what) {
    contradiction(s, "rdma.mistake = " + s.rdma.mistake + " needs an operation that " + what + ", not " + s.operation);
  };
  const bool fetches = operation.arrival == host::RdmaOperation::Arrival::completion;
  if (made({"wrong_rkey", "lkey_for_rkey", "out_of_bounds", "no_remote_access", "no_qp_access"}) &&
      !operation.names_address())
    needs("names memory of the peer");
  // Where the window cannot be bound there is no key to tell.
  if (made({"wrong_domain"}) && s.operation == "send_inv") needs("binds no window");
  if (made({"misaligned"}) && !operation.is_atomic()) needs("is atomic");
  if (made({"no_receive"}) && !operation.two_sided()) needs("takes a RECV");
  if (made({"short_receive"}) && (!operation.two_sided() || operation.names_address()))
    needs("fills the buffer of a RECV");
  if (made({"response_buffer_gone"}) && !fetches) needs("is answered with data");
}

/// What is told of one queue pair cannot be told of many.
void check_connections(const LaneSettings& s) {
  if (s.rdma.connections == 1) return;
  const std::string many = "rdma.connections is " + std::to_string(s.rdma.connections) + ": ";
  if (host::rdma_operation(s.operation).two_sided())
    contradiction(s, many + "operation " + s.operation +
                         " needs receives on each of them; allowed are write, read, fetch_add and cmp_swap");
  if (s.rdma.managed) contradiction(s, many + "rdma.connect = cm makes one; rdma.connect must be exchange");
  for (const char* one : {"wrong_qpn", "peer_gone", "stranger", "reconnect"})
    if (s.rdma.mistake == one)
      contradiction(s, many + "rdma.mistake = " + one + " is about one queue pair; rdma.connections must be 1");
}

CoreSettings cores_of(const LaneKeys& lane, unsigned queues) {
  CoreSettings c;
  if (lane.word("host.cores") != "auto") c.count = lane.integer<std::size_t>("host.cores");
  if (lane.word("host.program_core") != "auto") c.first_program = lane.integer<std::size_t>("host.program_core");
  c.irq.clear();
  if (lane.word("nic.irq_cores") == "auto") {
    for (std::size_t q = 0; q < queues; ++q) c.irq.push_back(c.count ? q % *c.count : q);
  } else {
    for (const std::uint64_t core : parse_numbers(lane.word("nic.irq_cores"))) c.irq.push_back(core);
  }
  return c;
}

void check_cores(const LaneSettings& s) {
  for (std::size_t host = 0; host < s.fabric.hosts; ++host) {
    if (const auto what = s.cores.objection(s.fabric.programs_of(host), s.path == "rdma"); !what.empty())
      contradiction(s, what);
  }
}

}  // namespace

LaneSettings resolve(const Config& config, const std::string& name) {
  const LaneKeys lane{config, name};
  LaneSettings s;
  s.name = name;
  s.path = lane.word("path");
  s.operation = lane.word("operation");
  s.message = {lane.size("message.size"), lane.integer("message.count"), lane.integer("message.inflight")};
  s.network = {parse_rate(lane.word("network.rate")), lane.integer<std::uint32_t>("network.mtu"),
               lane.time("network.rtt"), lane.word("network.topology") != "cable",
               lane.word("network.switching") == "cut_through", lane.integer<unsigned>("network.ip"),
               lane.number("network.loss"), lane.word("network.loss_spares") == "nak_resend",
               lane.number("network.corruption"),
               // TCP's class is lossless only where the scenario says so for its lane.
               lane.boolean("network.lossless") && (s.path == "rdma" || config.has_own(name, "network.lossless")),
               static_cast<std::uint32_t>(lane.size("network.probe_frame")), resolve_faults(config, name)};
  s.fabric = resolve_fabric(config, name, s.network.rate, s.network.lossless);
  s.tcp = {static_cast<std::uint32_t>(lane.size("tcp.mtu")),
           lane.boolean("tcp.tso"),
           lane.boolean("tcp.gro"),
           lane.boolean("tcp.checksum_offload"),
           lane.word("tcp.congestion"),
           lane.size("tcp.send_buffer"),
           lane.size("tcp.receive_buffer"),
           lane.time("tcp.reader_busy")};
  const std::string neighbour_at = lane.word("host.neighbour_at");
  s.neighbour = {lane.number("host.neighbour"), neighbour_at != "peer", neighbour_at != "local",
                 lane.time("host.time_slice")};
  s.kernel = kernel_costs(lane);
  const auto queues = lane.integer<unsigned>("nic.queues");
  const std::string steering = lane.word("nic.steering");
  s.cores = cores_of(lane, queues);
  s.nic = {queues,
           steering == "rfs"    ? host::Steering::rfs
           : steering == "arfs" ? host::Steering::arfs
                                : host::Steering::rss,
           lane.time("nic.moderation"),
           lane.integer<std::uint32_t>("nic.moderation_frames"),
           lane.boolean("nic.adaptive_moderation"),
           lane.word("nic.profile"),
           lane.entries("nic.qp_cache"),
           lane.entries("nic.mtt_cache"),
           lane.entries("nic.peer_mtt_cache"),
           lane.entries("nic.mtt_line"),
           static_cast<std::uint32_t>(lane.size("nic.rx_buffer")),
           lane.boolean("nic.cqe_compression")};
  if (!s.nic.peer_mtt_cache) s.nic.peer_mtt_cache = s.nic.mtt_cache;
  s.pcie.model = lane.word("pcie.model") == "per_tlp" ? pcie::Model::per_tlp : pcie::Model::closed_form;
  s.pcie.link = {lane.integer<unsigned>("pcie.generation"), lane.integer<unsigned>("pcie.lanes")};
  s.pcie.limits = {lane.integer<std::uint32_t>("pcie.mps"), lane.integer<std::uint32_t>("pcie.mrrs"),
                   lane.integer<std::uint32_t>("pcie.rcb")};
  s.pcie.tags = lane.integer<std::uint32_t>("pcie.tags");
  s.memory = {parse_rate(lane.word("memory.bandwidth")), lane.size("memory.llc"), lane.number("memory.ddio"),
              lane.time("memory.dram_latency")};
  s.rdma = {lane.boolean("rdma.registered"),
            lane.word("rdma.registration"),
            lane.word("rdma.pages") == "2MiB",
            lane.word("rdma.completion") == "event",
            lane.word("rdma.connect") == "cm",
            lane.word("rdma.qp_state"),
            lane.word("rdma.scheme"),
            lane.boolean("rdma.inline"),
            lane.word("rdma.blueflame"),
            lane.word("rdma.mistake"),
            lane.integer<std::uint8_t>("rdma.timeout"),
            lane.integer<std::uint8_t>("rdma.retry_cnt"),
            lane.integer<std::uint8_t>("rdma.rnr_retry"),
            lane.integer<std::uint8_t>("rdma.min_rnr_timer"),
            lane.integer<std::uint8_t>("rdma.max_rd_atomic"),
            lane.integer<std::uint8_t>("rdma.max_dest_rd_atomic"),
            lane.time("rdma.receive_delay"),
            lane.word("rdma.receive_state"),
            lane.integer<std::uint32_t>("rdma.connections"),
            lane.word("rdma.turn") == "random"};
  s.engine = {lane.word("engine.mr_check") == "rtl"};
  s.limit = lane.time("limit");
  check_cores(s);
  if (s.path == "rdma") {
    check_operation(s);
    check_registration(s);
    check_connection(s);
    check_mistake(s);
    check_connections(s);
  }
  return s;
}

void check_lanes(const Config& config) {
  for (const std::string& lane : config.lanes()) resolve(config, lane);
}

}  // namespace rocelab::scenarios
