#pragma once
#include "support/isolation/owner.h"
#include "tlm/packet_pool.h"
#include "tlm/wire/roce_frame.h"

namespace rocelab::isolation {

/// A request packet of the input's choice, plausible enough that messages of several packets come about.
/// `frames`: between which addresses; `transport`: upper three bits of its opcode; `expected`: what the responder waits
/// for.
inline PacketPtr forged_packet(PacketPool& pool, const wire::RoceTemplate& frames, Input& in, const Owner& owner,
                               unsigned transport, Psn expected, std::uint32_t mtu, std::uint32_t qkey) {
  const std::uint8_t how = in.octet();
  unsigned operation = in.octet() & 31;
  if (transport == 3) operation = 4 + (operation & 1);
  if (transport == 1) operation %= 12;
  if (transport == 0 && (operation > 23 || operation == 21 || (operation > 12 && operation < 19))) operation %= 13;
  wire::Bth bth;
  bth.opcode = static_cast<wire::Opcode>(transport << 5 | operation);
  bth.ack_request = how & 1;
  bth.solicited = how & 2;
  bth.destination = owner.self;
  const unsigned order = how >> 2 & 7;
  bth.psn = order < 5    ? expected
            : order == 5 ? expected + -(1 + in.octet() % 16)
            : order == 6 ? expected + (1 + in.octet() % 8)
                         : Psn(in.number<std::uint32_t>());
  const wire::OpcodeTraits t = wire::traits(bth.opcode);
  std::uint32_t payload = 0;
  if (t.payload || (how & 0xe0) == 0xe0) {
    const bool whole = t.first || t.middle;
    payload = whole && (how & 0xc0) != 0xc0 ? mtu : how & 0x20 ? in.octet() : in.number<std::uint16_t>() % (mtu + 8);
  }
  const PacketPtr p = pool.make(frames.frame_size(bth.opcode, payload));
  std::uint8_t* at = frames.write(*p, bth, payload);
  if (t.deth) wire::Deth{how & 0x10 ? in.number<std::uint32_t>() : qkey, Qpn{5}}.encode(at), at += wire::Deth::size;
  if (t.reth) {
    const Va va = owner.address(in);
    const Key key = owner.key(in);
    const std::uint8_t length = in.octet();
    // Right for an ONLY packet; for a FIRST one, so that one to three more are to come.
    std::uint32_t whole = t.first ? mtu * (1 + length % 3) + 1 + length : payload;
    if (t.read) whole = length < 0x80 ? length : length * 12u;
    if (length > 0xf0) whole = in.number<std::uint32_t>();
    wire::Reth{va, key, whole}.encode(at), at += wire::Reth::size;
  }
  if (t.atomic_eth) {
    const Va va = owner.address(in);
    wire::AtomicEth{how & 0x80 ? va : va & ~Va{7}, owner.key(in), 1, 2}.encode(at);
  }
  if (t.imm) wire::ImmDt{7}.encode(at);
  if (t.invalidate) wire::Ieth{owner.key(in)}.encode(at);
  return p;
}

}  // namespace rocelab::isolation
