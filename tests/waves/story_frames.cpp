#include "waves/story_frames.h"

#include "tlm/wire/roce_frame.h"
#include "tlm/wire/tcp_frame.h"

namespace rocelab::test {
namespace {

constexpr wire::MacAddress local_mac = 0x020000000001, peer_mac = 0x020000000002;
constexpr wire::Ipv4Address local_ip = 0x0a000001, peer_ip = 0x0a000002;

void fill(std::uint8_t* at, std::uint32_t octets) {
  for (std::uint32_t i = 0; i < octets; ++i) at[i] = static_cast<std::uint8_t>(i * 7 + 1);
}

wire::RoceTemplate::Ends ends(bool forward) {
  wire::RoceTemplate::Ends e;
  e.source_mac = forward ? local_mac : peer_mac;
  e.destination_mac = forward ? peer_mac : local_mac;
  e.source = wire::Gid::from_ipv4(forward ? local_ip : peer_ip);
  e.destination = wire::Gid::from_ipv4(forward ? peer_ip : local_ip);
  return e;
}

}  // namespace

PacketPtr tcp_frame(PacketPool& pool, Tag tag, bool forward, std::uint8_t flags, std::uint32_t seq, std::uint32_t ack,
                    std::uint32_t payload) {
  const auto [source_mac, destination_mac, source, destination, port, dscp, ecn, ttl] = ends(forward);
  const wire::TcpEnds tcp_ends{source_mac, destination_mac, source, destination};
  wire::TcpHeader header;
  header.source_port = forward ? 40'000 : 5'001;
  header.destination_port = forward ? 5'001 : 40'000;
  header.seq = seq;
  header.ack = ack;
  header.flags = flags;
  header.window = 4'096;
  const std::uint32_t headers = wire::tcp_headers_size(tcp_ends, header);
  PacketPtr packet = pool.make(headers + payload);
  wire::write_tcp_headers(packet->data, tcp_ends, header, payload, 1);
  fill(packet->data + headers, payload);
  packet->length = headers + payload;
  packet->payload = payload;
  packet->tag = tag;
  wire::write_tcp_checksum(packet->data, packet->length);
  return packet;
}

PacketPtr write_frame(PacketPool& pool, Tag tag, wire::Opcode opcode, Psn psn) {
  constexpr std::uint32_t payload = 1'024;
  const wire::RoceTemplate frames(ends(true));
  PacketPtr packet = pool.make(frames.frame_size(opcode, payload));
  wire::Bth bth;
  bth.opcode = opcode;
  bth.destination = Qpn{17};
  bth.psn = psn;
  bth.ack_request = wire::traits(opcode).ends();
  std::uint8_t* extension = frames.write(*packet, bth, payload);
  if (wire::traits(opcode).reth) wire::Reth{0x7f0000001000, Key{0x1234}, 4 * payload}.encode(extension);
  fill(packet->data + frames.header_size(opcode), payload);
  packet->payload = payload;
  packet->tag = tag;
  return packet;
}

PacketPtr ack_frame(PacketPool& pool, Tag tag, Psn psn, wire::Aeth aeth) {
  const wire::RoceTemplate frames(ends(false));
  PacketPtr packet = pool.make(frames.frame_size(wire::Opcode::acknowledge, 0));
  wire::Bth bth;
  bth.opcode = wire::Opcode::acknowledge;
  bth.destination = Qpn{18};
  bth.psn = psn;
  aeth.encode(frames.write(*packet, bth, 0));
  packet->tag = tag;
  return packet;
}

}  // namespace rocelab::test
