#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"
#include "tlm/wire/roce_frame.h"
#include "tlm/wire/udp.h"

namespace rocelab::wire {

std::string_view name(RoceError e) {
  switch (e) {
    case RoceError::none:
      return "none";
    case RoceError::too_short:
      return "too short";
    case RoceError::not_roce:
      return "not RoCEv2";
    case RoceError::bad_checksum:
      return "wrong IPv4 header checksum";
    case RoceError::bad_length:
      return "length fields contradict the frame";
    case RoceError::bad_opcode:
      return "reserved opcode";
    case RoceError::bad_pad:
      return "wrong pad";
  }
  return "";
}

RoceError RoceView::look(const std::uint8_t* frame, std::uint32_t length) {
  if (length < EthernetHeader::size + Ipv4Header::size) return RoceError::too_short;
  const EtherType type = EthernetHeader::decode(frame).type;
  ip = frame + EthernetHeader::size;
  const std::uint32_t l3_octets = length - EthernetHeader::size;

  std::uint32_t l3, ip_length;
  std::uint8_t protocol;
  if (type == EtherType::ipv4 && ip[0] == 0x45) {
    const Ipv4Header h = Ipv4Header::decode(ip);
    if (Ipv4Header::checksum_of(ip) != 0) return RoceError::bad_checksum;
    if (h.is_fragment()) return RoceError::not_roce;
    l3 = Ipv4Header::size, ip_length = h.total_length, protocol = h.protocol, ecn = h.ecn();
  } else if (type == EtherType::ipv6 && ip[0] >> 4 == 6) {
    if (l3_octets < Ipv6Header::size) return RoceError::too_short;
    const std::uint32_t first = get32(ip);
    l3 = Ipv6Header::size, ip_length = l3 + get16(ip + 4), protocol = ip[6];
    v6 = true, ecn = static_cast<Ecn>(first >> 20 & 3);
  } else {
    return RoceError::not_roce;
  }
  if (protocol != static_cast<std::uint8_t>(IpProtocol::udp)) return RoceError::not_roce;
  if (ip_length > l3_octets) return RoceError::bad_length;
  if (ip_length < l3 + UdpHeader::size) return RoceError::too_short;
  const UdpHeader udp = UdpHeader::decode(ip + l3);
  if (udp.destination_port != roce_port) return RoceError::not_roce;
  if (udp.length != ip_length - l3) return RoceError::bad_length;
  source_port = udp.source_port;

  const std::uint32_t transport = udp.length - UdpHeader::size;
  if (transport < Bth::size + icrc_size) return RoceError::too_short;
  const std::uint8_t* at = ip + l3 + UdpHeader::size;
  bth = Bth::decode(at);
  op = traits(bth.opcode);
  if (!op.known) return RoceError::bad_opcode;
  const std::uint32_t headers = Bth::size + extension_size(bth.opcode);
  if (transport < headers + icrc_size) return RoceError::too_short;
  const std::uint32_t padded = transport - headers - icrc_size;
  if (padded % 4 != 0 || bth.pad > padded) return RoceError::bad_pad;
  extension = at + Bth::size;
  payload = at + headers;
  payload_length = padded - bth.pad;
  return RoceError::none;
}

Gid RoceView::source() const { return v6 ? Gid::from(ip + 8) : Gid::from_ipv4(get32(ip + 12)); }
Gid RoceView::destination() const { return v6 ? Gid::from(ip + 24) : Gid::from_ipv4(get32(ip + 16)); }

}  // namespace rocelab::wire
