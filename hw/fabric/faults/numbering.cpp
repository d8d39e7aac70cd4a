#include "hw/fabric/faults/numbering.h"

#include "tlm/wire/bth.h"
#include "tlm/wire/octets.h"

namespace rocelab::fabric {
namespace {

Heading opposite(Heading h) { return h == Heading::out ? Heading::back : Heading::out; }

/// How far behind `start`, around the number circle of the protocol.
std::uint32_t distance(Sequence::Of of, std::uint32_t number, std::uint32_t start) {
  return of == Sequence::Of::rc ? (number - start) & Psn::mask : number - start;
}

}  // namespace

std::optional<PacketNumbers> numbers_of(const Packet& packet, Heading heading) {
  if (const auto at = find_bth(packet)) {
    const wire::Bth bth = wire::Bth::decode(packet.data + *at);
    const wire::OpcodeTraits op = wire::traits(bth.opcode);
    if (!op.request && !op.response) return std::nullopt;  // a CNP's PSN numbers nothing
    return PacketNumbers{Sequence::Of::rc, op.request ? heading : opposite(heading), bth.psn.value(), 1, op.request};
  }
  const auto transport = find_transport(packet);
  if (!transport || transport->protocol != Transport::Protocol::tcp) return std::nullopt;
  const std::uint8_t* tcp = packet.data + transport->offset;
  if (packet.payload > 0) return PacketNumbers{Sequence::Of::tcp, heading, wire::get32(tcp + 4), packet.payload, true};
  return PacketNumbers{Sequence::Of::tcp, opposite(heading), wire::get32(tcp + 8), 1, false};
}

void FlowStarts::see(const Packet& packet, Heading heading) {
  const auto numbers = numbers_of(packet, heading);
  if (numbers && numbers->request) starts_.emplace(std::pair(packet.tag.flow, numbers->space), numbers->first);
}

std::optional<std::uint32_t> FlowStarts::behind_start(const PacketNumbers& numbers, FlowId flow) const {
  const auto it = starts_.find({flow, numbers.space});
  if (it == starts_.end()) return std::nullopt;
  return distance(numbers.of, numbers.first, it->second);
}

}  // namespace rocelab::fabric
