#pragma once
#include <cstdint>
#include <optional>

#include "tlm/packet.h"
#include "tlm/wire/ethernet.h"
#include "tlm/wire/ip_address.h"

/// DSCP and ECN of a frame: what switches classify and mark by. Sees through one 802.1Q tag.
namespace rocelab::wire {

struct TrafficClass {
  std::uint8_t dscp = 0;  // RFC 2474
  Ecn ecn = Ecn::not_ect;
};

namespace detail {
/// Offset of the IP header, 0 when there is none that holds a traffic class.
inline std::uint32_t ip_offset(const Packet& p) {
  constexpr std::uint16_t vlan_tag = 0x8100;
  std::uint32_t at = 12;
  if (p.length >= at + 6 && get16(p.data + at) == vlan_tag) at += 4;
  if (p.length < at + 2 + 20) return 0;
  const auto type = static_cast<EtherType>(get16(p.data + at));
  return type == EtherType::ipv4 || type == EtherType::ipv6 ? at + 2 : 0;
}
}  // namespace detail

/// Nothing for a frame that is not IP.
inline std::optional<TrafficClass> traffic_class(const Packet& p) {
  const std::uint32_t at = detail::ip_offset(p);
  if (at == 0) return std::nullopt;
  const bool v4 = p.data[at] >> 4 == 4;
  const unsigned octet = v4 ? p.data[at + 1] : get16(p.data + at) >> 4 & 0xff;
  return TrafficClass{static_cast<std::uint8_t>(octet >> 2), static_cast<Ecn>(octet & 3)};
}

/// Writes it into an IP frame; IPv4's header checksum is amended (RFC 1624, equation 3). The ICRC takes the traffic
/// class for ones and stays right (IBTA annex A17.3.3). No-op on frames that are not IP.
inline void set_traffic_class(Packet& p, TrafficClass c) {
  const std::uint32_t at = detail::ip_offset(p);
  if (at == 0) return;
  const unsigned octet = c.dscp << 2 | static_cast<unsigned>(c.ecn);
  const std::uint16_t before = get16(p.data + at);
  if (p.data[at] >> 4 == 6) {
    put16(p.data + at, static_cast<std::uint16_t>((before & 0xf00f) | octet << 4));
    return;
  }
  put8(p.data + at + 1, static_cast<std::uint8_t>(octet));
  std::uint32_t sum = (~get16(p.data + at + 10) & 0xffffu) + (~before & 0xffffu) + get16(p.data + at);
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  put16(p.data + at + 10, static_cast<std::uint16_t>(~sum));
}

}  // namespace rocelab::wire
