#include "hw/fabric/faults/frames.h"

#include "hw/fabric/glance.h"
#include "tlm/wire/aeth.h"
#include "tlm/wire/bth.h"

namespace rocelab::fabric {
namespace {

bool is_rc_ack(const Packet& packet, std::uint32_t bth, bool negative_only) {
  const auto opcode = wire::Bth::decode(packet.data + bth).opcode;
  const std::uint32_t aeth = bth + wire::Bth::size;
  if (opcode != wire::Opcode::acknowledge || packet.length < aeth + wire::Aeth::size) return false;
  return !negative_only || wire::Aeth::decode(packet.data + aeth).kind() != wire::Aeth::Kind::ack;
}

/// ACK without SYN, FIN or RST (RFC 9293, 3.1: the flags' octet is the fourteenth).
bool is_pure_tcp_ack(const Packet& packet, std::uint32_t tcp) {
  constexpr std::uint8_t fin = 1, syn = 2, rst = 4, ack = 16;
  return packet.payload == 0 && (packet.data[tcp + 13] & (fin | syn | rst | ack)) == ack;
}

}  // namespace

bool is_among(Frames frames, const Packet& packet) {
  if (frames == Frames::all) return true;
  if (frames == Frames::data) return packet.payload > 0;
  if (const auto bth = find_bth(packet)) return is_rc_ack(packet, *bth, frames == Frames::naks);
  const auto transport = find_transport(packet);
  return frames == Frames::acks && transport && transport->protocol == Transport::Protocol::tcp &&
         is_pure_tcp_ack(packet, transport->offset);
}

}  // namespace rocelab::fabric
