#include <algorithm>

#include "host/os/kernel.h"

namespace rocelab::host {
namespace {
constexpr std::uint32_t gso_max = 65536;  // gso_max_bytes
constexpr std::uint16_t ip_headers(bool v4) { return v4 ? 20 : 40; }
}  // namespace

Kernel::Kernel(Timeline& timeline, Probe& probe, PhysicalMemory& memory, MemoryTraffic& traffic, NetDevice& device,
               nic::EthernetNic& nic, std::deque<Core>& cores, const Config& config)
    : timeline_(timeline),
      probe_(probe),
      memory_(memory),
      traffic_(traffic),
      device_(device),
      nic_(nic),
      config_(config),
      signals_(probe, config.scope) {
  for (Core& core : cores) softnets_.push_back(Softnet{core, {}, {}});
  for (unsigned q = 0; q < device.queues(); ++q) {
    napis_.push_back(Napi{q, softnets_.at(config.queue_cores[q % config.queue_cores.size()])});
    if (config.adaptive_moderation)
      napis_.back().row = probe.declare(
          {config.scope, "rx" + std::to_string(q) + "_moderation_us", SignalDecl::Kind::bits, 16, {}, Unit::nic});
  }
}

Socket& Kernel::make_socket(std::uint16_t local_port, const wire::Gid& remote, std::uint16_t remote_port, Tag tag) {
  const bool v4 = config_.address.is_ipv4();
  tcp::Connection::Config c;
  // Linux draws it from a keyed hash and a clock (RFC 6528); a model needs it only to differ between connections.
  c.initial_sequence =
      0x1000'0000u + 0x0100'0000u * tag.host.value + 0x10'0000u * static_cast<std::uint32_t>(sockets_.size());
  c.mss = static_cast<std::uint16_t>(config_.mtu - ip_headers(v4) - wire::TcpHeader::base_size);
  c.receive_buffer = config_.receive_buffer;
  c.congestion = config_.congestion;
  sockets_.push_back(std::make_unique<Socket>(memory_, c, config_.send_buffer, tag));
  Socket& s = *sockets_.back();
  s.home = &napis_.front().home;
  s.local_port = local_port;
  s.remote_port = remote_port;
  s.ends.source_mac = config_.mac;
  s.ends.source = config_.address;
  s.ends.destination = remote;
  const auto neighbour = config_.neighbours.find(remote.octets);
  if (neighbour != config_.neighbours.end()) s.ends.destination_mac = neighbour->second;
  return s;
}

std::optional<tcp::SegmentOut> Kernel::next_segment(Socket& socket) {
  const std::uint32_t most = config_.tso ? gso_max : socket.connection.effective_mss();
  return socket.connection.next(timeline_.now(), most);
}

Ps Kernel::cost_of(const tcp::SegmentOut& segment) const {
  const KernelCosts& c = config_.costs;
  const std::uint64_t each = c.skb + c.qdisc;
  if (segment.payload == 0) return c.cycles(each + c.ack_tx);
  const auto checksum = static_cast<std::uint64_t>(c.checksum_per_byte * segment.payload);
  // A burst is what a write() took the socket's lock for; without TSO one taking gives many segments.
  const std::uint64_t stack = config_.tso ? c.tx_per_skb + c.socket_lock : c.tx_per_segment;
  return c.cycles(each + stack + (config_.checksum_offload ? 0 : checksum));
}

void Kernel::emit(Socket& socket, const tcp::SegmentOut& segment) {
  wire::TcpHeader header = segment.header;
  header.source_port = socket.local_port;
  header.destination_port = socket.remote_port;
  wire::TcpEnds ends = socket.ends;
  ends.ecn = segment.ecn;
  OutgoingSkb skb;
  skb.headers.resize(wire::tcp_headers_size(ends, header));
  wire::write_tcp_headers(skb.headers.data(), ends, header, segment.payload, socket.next_ip_id);
  const std::uint32_t frames = segment.mss ? std::max(1u, (segment.payload + segment.mss - 1) / segment.mss) : 1;
  socket.next_ip_id = static_cast<std::uint16_t>(socket.next_ip_id + frames);
  if (segment.payload > 0) skb.payload = socket.send_buffer.pieces(segment.offset, segment.payload);
  if (segment.payload > segment.mss) skb.mss = static_cast<std::uint16_t>(segment.mss);
  skb.checksum_by_nic = config_.checksum_offload;
  if (!config_.checksum_offload) {
    std::vector<std::uint8_t> frame = skb.headers;
    for (const Piece& piece : skb.payload) {
      frame.resize(frame.size() + piece.bytes);
      memory_.read(piece.addr, frame.data() + frame.size() - piece.bytes, piece.bytes);
    }
    wire::write_tcp_checksum(frame.data(), static_cast<std::uint32_t>(frame.size()));
    // A burst that the NIC cuts gets its checksums there in any case.
    skb.checksum_by_nic = skb.mss > 0;
    std::copy_n(frame.begin(), skb.headers.size(), skb.headers.begin());
  }
  skb.note = {socket.tag, segment.payload, static_cast<std::uint16_t>(segment.retransmission ? 2 : 1)};
  probe_.count(count_transport, socket.tag);
  if (segment.payload > 0) probe_.moment(moment_handed_to_nic, socket.tag, {{"bytes", segment.payload}});
  if (segment.retransmission) {
    probe_.count(count_retransmitted, socket.tag, frames);
    probe_.moment(moment_retransmit, socket.tag, {{"seq", header.seq}});
  }
  device_.transmit(std::move(skb));
  socket.silent_since = timeline_.now();
  report(socket);
}

void Kernel::arm(Socket& socket) {
  report(socket);  // trying to send may have set a timer
  const Ps at = socket.connection.deadline();
  if (at == never || at >= socket.armed_at) return;
  socket.armed_at = at;
  timeline_.at(std::max(at, timeline_.now()), [this, &socket] {
    socket.armed_at = never;
    if (socket.connection.deadline() > timeline_.now()) return arm(socket);  // it has moved meanwhile
    Softnet& here = *socket.home;
    here.core.run({Context::softirq, Book::softirq, config_.costs.cycles(config_.costs.softirq_entry), socket.tag},
                  [this, &here, &socket] { timer(here, socket); });
  });
}

void Kernel::timer(Softnet& here, Socket& socket) {
  const Here at(here_, here.core);
  count_silence(socket);
  socket.connection.expire(timeline_.now());
  report(socket);
  if (socket.connection.error() != 0) {
    for (Waiter* w : {&socket.reader, &socket.writer, &socket.connector}) wake(*w);
    notify(socket, socket.tag);
    look_again();
  }
  here.dirty.push_back(&socket);
  kick(here);
}

}  // namespace rocelab::host
