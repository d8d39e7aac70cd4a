#include "scenarios/compose/simulation.h"

namespace rocelab::scenarios {
namespace {

constexpr wire::MacAddress first_mac = 0x0200'0000'0000;  // locally administered
constexpr wire::Ipv4Address first_ipv4 = 0x0a00'0000;     // 10.0.0.0/8

wire::Gid address_of(unsigned ip, unsigned number) {
  if (ip == 4) return wire::Gid::from_ipv4(first_ipv4 + number);
  wire::Gid g;  // fd00::number, a unique local address
  g.octets[0] = 0xfd;
  g.octets[14] = static_cast<std::uint8_t>(number >> 8);
  g.octets[15] = static_cast<std::uint8_t>(number);
  return g;
}

}  // namespace

std::unique_ptr<host::Host> Simulation::make_host(const LaneRig& lane, std::size_t index) {
  const LaneSettings& s = lane.settings;
  const std::string role = host_name(index);
  const auto number = static_cast<unsigned>(index + 1);
  host::Host::Config c;
  c.name = role;
  c.scope = s.name + "." + role;
  c.tag.lane = lane.id;
  c.tag.host = context_.roster.add(Roster::Host{lane.id, role});
  c.port = context_.roster.add(Roster::Port{lane.id, c.tag.host, c.scope + ".port0"});
  const std::size_t cores = s.cores.of(s.fabric.programs_of(index));
  for (unsigned core = 0; core < cores; ++core) {
    c.cores.push_back(context_.roster.add(Roster::Core{c.tag.host, core}));
  }
  c.rate = s.network.rate;
  c.lossless = s.network.lossless;
  c.pcie = s.pcie;
  c.memory = s.memory;
  const bool busy = role == "local" ? s.neighbour.at_local : s.neighbour.at_peer;
  c.kernel.costs = s.kernel;
  c.neighbour = {busy ? s.neighbour.share : 0, s.neighbour.time_slice, c.kernel.costs.context_switch, c.tag.host};
  if (s.path != "rdma" && s.network.lossless && s.fabric.pauses()) {
    c.priority = s.fabric.lossless_class;
    c.dscp = s.fabric.dscp;
  }
  c.nic = {s.nic.moderation, s.nic.moderation_frames, s.nic.queues};
  host::Kernel::Config& k = c.kernel;
  k.mac = first_mac + number;
  k.address = address_of(s.network.ip, number);
  for (unsigned n = 1; n <= s.fabric.hosts; ++n) k.neighbours[address_of(s.network.ip, n).octets] = first_mac + n;
  k.mtu = s.tcp.mtu;
  k.tso = s.tcp.tso;
  k.gro = s.tcp.gro;
  k.checksum_offload = s.tcp.checksum_offload;
  k.congestion = s.tcp.congestion;
  k.send_buffer = s.tcp.send_buffer;
  k.receive_buffer = s.tcp.receive_buffer;
  k.queue_cores = s.cores.irq;
  k.steering = s.nic.steering;
  k.adaptive_moderation = s.nic.adaptive_moderation;
  k.tag = c.tag;
  k.scope = c.scope;
  c.mr_check_in_rtl = s.engine.mr_check_in_rtl;
  rnic::Profile& p = c.rnic.profile = rnic::Profile::named(s.nic.profile);
  const auto& mtt_cache = role == "peer" ? s.nic.peer_mtt_cache : s.nic.mtt_cache;
  if (s.nic.qp_cache) p.qp_cache_entries = *s.nic.qp_cache;
  if (s.nic.mtt_line) p.mtt_line = *s.nic.mtt_line;
  if (mtt_cache) p.mtt_cache_entries = *mtt_cache;
  if (s.nic.rx_buffer > 0) p.rx_buffer_bytes = s.nic.rx_buffer;
  p.cqe_compression |= s.nic.cqe_compression;
  c.rnic.show_resources = s.shows_resources();
  c.rnic.host = c.tag.host;
  c.rnic.scope = c.scope;
  c.rnic.congestion = s.fabric.congestion;
  c.rnic.congestion_values = s.fabric.congestion_values;
  c.rnic.path = {s.network.rate, s.network.rtt, s.network.mtu};
  c.rnic.cnp_per = s.fabric.cnp_per;
  c.rnic.cnp_interval = s.fabric.cnp_interval;
  c.rnic.secret = context_.seed * 64 + c.tag.host.value;
  return std::make_unique<host::Host>((s.name + "_" + role).c_str(), clockwork_, probe_, pool_, c);
}

}  // namespace rocelab::scenarios
