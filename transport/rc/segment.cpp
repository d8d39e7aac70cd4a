#include "transport/rc/segment.h"

namespace rocelab::rc {

using wire::Opcode;

Opcode opcode_of(SendOp op, std::uint32_t index, std::uint32_t packets) {
  switch (op) {
    case SendOp::read:
      return Opcode::read_request;
    case SendOp::compare_swap:
      return Opcode::compare_swap;
    case SendOp::fetch_add:
      return Opcode::fetch_add;
    default:
      break;
  }
  const bool first = index == 0, last = index + 1 == packets;
  const auto base = static_cast<std::uint8_t>(is_send(op) ? Opcode::send_first : Opcode::write_first);
  const bool imm = op == SendOp::send_imm || op == SendOp::write_imm;
  if (!last) return static_cast<Opcode>(base + (first ? 0 : 1));
  if (op == SendOp::send_invalidate) return first ? Opcode::send_only_invalidate : Opcode::send_last_invalidate;
  return static_cast<Opcode>(base + (first ? 4 : 2) + imm);
}

void encode_extension(const Segment& s, std::uint8_t* at) {
  const wire::OpcodeTraits t = wire::traits(s.opcode);
  const SendWork& w = *s.work;
  if (t.reth) {
    wire::Reth{w.remote + s.offset, w.rkey, t.read ? s.fetch_length : w.length}.encode(at);
    at += wire::Reth::size;
  }
  if (t.atomic_eth) wire::AtomicEth{w.remote, w.rkey, w.swap_or_add, w.compare}.encode(at);
  if (t.imm) wire::ImmDt{w.imm}.encode(at);
  if (t.invalidate) wire::Ieth{Key{w.imm}}.encode(at);
}

}  // namespace rocelab::rc
