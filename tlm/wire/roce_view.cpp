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

RoceView RoceView::parse(const std::uint8_t* frame, std::uint32_t length) {
  RoceView v;
  const auto fail = [&](RoceError e) -> RoceView& {
    v.error = e;
    return v;
  };
  if (length < EthernetHeader::size + Ipv4Header::size) return fail(RoceError::too_short);
  const EtherType type = EthernetHeader::decode(frame).type;
  v.ip = frame + EthernetHeader::size;
  const std::uint32_t l3_octets = length - EthernetHeader::size;

  std::uint32_t l3, ip_length;
  std::uint8_t protocol;
  if (type == EtherType::ipv4 && v.ip[0] == 0x45) {
    const Ipv4Header h = Ipv4Header::decode(v.ip);
    if (Ipv4Header::checksum_of(v.ip) != 0) return fail(RoceError::bad_checksum);
    if (h.is_fragment()) return fail(RoceError::not_roce);
    l3 = Ipv4Header::size, ip_length = h.total_length, protocol = h.protocol, v.ecn = h.ecn();
  } else if (type == EtherType::ipv6 && v.ip[0] >> 4 == 6) {
    if (l3_octets < Ipv6Header::size) return fail(RoceError::too_short);
    const std::uint32_t first = get32(v.ip);
    l3 = Ipv6Header::size, ip_length = l3 + get16(v.ip + 4), protocol = v.ip[6];
    v.v6 = true, v.ecn = static_cast<Ecn>(first >> 20 & 3);
  } else {
    return fail(RoceError::not_roce);
  }
  if (protocol != static_cast<std::uint8_t>(IpProtocol::udp)) return fail(RoceError::not_roce);
  if (ip_length > l3_octets) return fail(RoceError::bad_length);
  if (ip_length < l3 + UdpHeader::size) return fail(RoceError::too_short);
  const UdpHeader udp = UdpHeader::decode(v.ip + l3);
  if (udp.destination_port != roce_port) return fail(RoceError::not_roce);
  if (udp.length != ip_length - l3) return fail(RoceError::bad_length);
  v.source_port = udp.source_port;

  const std::uint32_t transport = udp.length - UdpHeader::size;
  if (transport < Bth::size + icrc_size) return fail(RoceError::too_short);
  const std::uint8_t* bth = v.ip + l3 + UdpHeader::size;
  v.bth = Bth::decode(bth);
  v.op = traits(v.bth.opcode);
  if (!v.op.known) return fail(RoceError::bad_opcode);
  const std::uint32_t headers = Bth::size + extension_size(v.bth.opcode);
  if (transport < headers + icrc_size) return fail(RoceError::too_short);
  const std::uint32_t padded = transport - headers - icrc_size;
  if (padded % 4 != 0 || v.bth.pad > padded) return fail(RoceError::bad_pad);
  v.extension = bth + Bth::size;
  v.payload = bth + headers;
  v.payload_length = padded - v.bth.pad;
  return v;
}

Gid RoceView::source() const { return v6 ? Gid::from(ip + 8) : Gid::from_ipv4(get32(ip + 12)); }
Gid RoceView::destination() const { return v6 ? Gid::from(ip + 24) : Gid::from_ipv4(get32(ip + 16)); }

}  // namespace rocelab::wire
