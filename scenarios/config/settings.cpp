#include "scenarios/config/settings.h"

#include "host/apps/rdma_operation.h"
#include "hw/rnic/objects.h"
#include "scenarios/config/lane_keys.h"
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
           lane.size("tcp.receive_buffer")};
  s.nic = {lane.time("nic.moderation"), lane.integer<std::uint32_t>("nic.moderation_frames"), lane.word("nic.profile")};
  s.rdma = {lane.boolean("rdma.registered"),
            lane.word("rdma.qp_state"),
            lane.word("rdma.scheme"),
            lane.boolean("rdma.inline"),
            lane.word("rdma.mistake"),
            lane.integer<std::uint8_t>("rdma.timeout"),
            lane.integer<std::uint8_t>("rdma.retry_cnt"),
            lane.integer<std::uint8_t>("rdma.rnr_retry"),
            lane.integer<std::uint8_t>("rdma.min_rnr_timer")};
  s.engine = {lane.word("engine.mr_check") == "rtl"};
  s.limit = lane.time("limit");
  if (s.path == "rdma") check_operation(s);
  return s;
}

void check_lanes(const Config& config) {
  for (const std::string& lane : config.lanes()) resolve(config, lane);
}

}  // namespace rocelab::scenarios
