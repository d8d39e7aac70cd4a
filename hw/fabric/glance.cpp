#include "hw/fabric/glance.h"

#include "tlm/wire/bth.h"
#include "tlm/wire/udp.h"

namespace rocelab::fabric {

using wire::EtherType;
using wire::get16;
using wire::get32;

namespace {

constexpr std::uint32_t mac_pair = 12;
constexpr std::uint32_t vlan_tag = 0x8100;

}  // namespace

wire::MacAddress destination_mac(const Packet& packet) {
  if (packet.length < wire::EthernetHeader::size) return 0;
  return wire::EthernetHeader::decode(packet.data).destination;
}

std::optional<Transport> find_transport(const Packet& packet) {
  const std::uint8_t* d = packet.data;
  std::uint32_t at = mac_pair;
  if (packet.length < at + 6) return std::nullopt;
  if (get16(d + at) == vlan_tag) at += 4;
  const auto type = static_cast<EtherType>(get16(d + at));
  at += 2;

  std::uint32_t protocol = 0;
  if (type == EtherType::ipv4 && packet.length >= at + 20) {
    if ((get16(d + at + 6) & 0x1fff) != 0) return std::nullopt;
    protocol = d[at + 9];
    at += (d[at] & 0x0f) * 4u;
  } else if (type == EtherType::ipv6 && packet.length >= at + 40) {
    protocol = d[at + 6];
    at += 40;
  }
  if (protocol == 6 && packet.length >= at + 20) return Transport{Transport::Protocol::tcp, at};
  if (protocol == 17 && packet.length >= at + wire::UdpHeader::size) return Transport{Transport::Protocol::udp, at};
  return std::nullopt;
}

std::uint64_t flow_hash(const Packet& packet) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  const auto add = [&hash](const std::uint8_t* at, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; ++i) hash = (hash ^ at[i]) * 0x100000001b3;
  };
  const auto transport = find_transport(packet);
  if (!transport) {
    add(packet.data, packet.length < mac_pair ? packet.length : mac_pair);
  } else {
    add(&packet.data[transport->offset], 4);      // ports
    add(&packet.data[transport->offset - 8], 8);  // both IPv4 addresses, or the host part of IPv6's destination
  }
  return hash ^ hash >> 32;
}

std::optional<std::uint32_t> find_bth(const Packet& packet) {
  const auto transport = find_transport(packet);
  if (!transport || transport->protocol != Transport::Protocol::udp) return std::nullopt;
  const std::uint32_t bth = transport->offset + wire::UdpHeader::size;
  if (get16(packet.data + transport->offset + 2) != wire::roce_port) return std::nullopt;
  if (packet.length < bth + wire::Bth::size) return std::nullopt;
  return bth;
}

std::optional<Sequence> find_sequence(const Packet& packet) {
  if (const auto at = find_bth(packet)) {
    const wire::Bth bth = wire::Bth::decode(packet.data + *at);
    return Sequence{Sequence::Of::rc, bth.psn.value(), bth.destination};
  }
  const auto transport = find_transport(packet);
  if (!transport || transport->protocol != Transport::Protocol::tcp) return std::nullopt;
  return Sequence{Sequence::Of::tcp, get32(packet.data + transport->offset + 4)};
}

}  // namespace rocelab::fabric
