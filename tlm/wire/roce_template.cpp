#include <cstring>

#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"
#include "tlm/wire/roce_frame.h"
#include "tlm/wire/udp.h"

namespace rocelab::wire {
namespace {

/// The checksum of a header in which two words are no longer 0 (RFC 1624, equation 3).
std::uint16_t amended(std::uint16_t checksum, std::uint16_t length, std::uint16_t id) {
  std::uint32_t sum = (~checksum & 0xffffu) + length + id;
  sum = (sum & 0xffff) + (sum >> 16);
  sum = (sum & 0xffff) + (sum >> 16);
  return static_cast<std::uint16_t>(~sum);
}

}  // namespace

RoceTemplate::RoceTemplate(const Ends& ends) : v6_(!ends.source.is_ipv4()) {
  const auto tos = static_cast<std::uint8_t>(ends.dscp << 2 | static_cast<std::uint8_t>(ends.ecn));
  const std::uint32_t l3 = v6_ ? Ipv6Header::size : Ipv4Header::size;
  l2_l4_ = EthernetHeader::size + l3 + UdpHeader::size;
  EthernetHeader{ends.destination_mac, ends.source_mac, v6_ ? EtherType::ipv6 : EtherType::ipv4}.encode(octets_);
  std::uint8_t* ip = octets_ + EthernetHeader::size;
  if (v6_) {
    Ipv6Header h;
    h.traffic_class = tos;
    h.next_header = static_cast<std::uint8_t>(IpProtocol::udp);
    h.hop_limit = ends.hop_limit;
    h.source = ends.source;
    h.destination = ends.destination;
    h.encode(ip);
  } else {
    Ipv4Header h;
    h.tos = tos;
    h.ttl = ends.hop_limit;
    h.protocol = static_cast<std::uint8_t>(IpProtocol::udp);
    h.source = ends.source.ipv4();
    h.destination = ends.destination.ipv4();
    h.encode(ip);
  }
  UdpHeader{ends.source_port, roce_port, 0, 0}.encode(ip + l3);
}

std::uint8_t* RoceTemplate::write(Packet& p, Bth bth, std::uint32_t payload) const {
  bth.pad = static_cast<std::uint8_t>(-payload & 3);
  p.length = frame_size(bth.opcode, payload);
  p.icrc = Icrc::pending;
  std::memcpy(p.data, octets_, sizeof octets_);  // all of them: a length known beforehand takes no loop
  std::uint8_t* ip = p.data + EthernetHeader::size;
  const auto ip_length = static_cast<std::uint16_t>(p.length - EthernetHeader::size);
  std::uint8_t* udp = p.data + l2_l4_ - UdpHeader::size;
  if (v6_) {
    put16(ip + 4, static_cast<std::uint16_t>(ip_length - Ipv6Header::size));
  } else {
    const std::uint16_t id = next_id_++;
    put16(ip + 2, ip_length);
    put16(ip + 4, id);
    put16(ip + 10, amended(get16(ip + 10), ip_length, id));
  }
  put16(udp + 4, static_cast<std::uint16_t>(ip_length - (udp - ip)));
  // The ICRC, and the dword that ends with the pad.
  std::uint8_t* const icrc = p.data + p.length - icrc_size;
  put32(icrc, 0);
  if (bth.pad > 0) put32(icrc - 4, 0);
  std::uint8_t* at = p.data + l2_l4_;
  bth.encode(at);
  return at + Bth::size;
}

}  // namespace rocelab::wire
