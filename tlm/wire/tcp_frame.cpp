#include "tlm/wire/tcp_frame.h"

#include "tlm/wire/checksum.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"

namespace rocelab::wire {
namespace {
constexpr auto tcp_protocol = static_cast<std::uint8_t>(IpProtocol::tcp);
constexpr std::uint32_t checksum_offset = 16;
}  // namespace

std::uint32_t tcp_headers_size(const TcpEnds& ends, const TcpHeader& tcp) {
  return EthernetHeader::size + (ends.source.is_ipv4() ? Ipv4Header::size : Ipv6Header::size) + tcp.size();
}

std::uint32_t write_tcp_headers(std::uint8_t* frame, const TcpEnds& ends, const TcpHeader& tcp, std::uint32_t payload,
                                std::uint16_t id) {
  const bool v4 = ends.source.is_ipv4();
  const auto tos = static_cast<std::uint8_t>(ends.dscp << 2 | static_cast<std::uint8_t>(ends.ecn));
  EthernetHeader{ends.destination_mac, ends.source_mac, v4 ? EtherType::ipv4 : EtherType::ipv6}.encode(frame);
  std::uint8_t* ip = frame + EthernetHeader::size;
  // A TSO burst's own length may not fit; the NIC writes the length of each piece.
  const std::uint32_t tcp_length = tcp.size() + payload;
  if (v4) {
    Ipv4Header h;
    h.tos = tos;
    h.total_length = static_cast<std::uint16_t>(Ipv4Header::size + tcp_length);
    h.id = id;
    h.protocol = tcp_protocol;
    h.source = ends.source.ipv4();
    h.destination = ends.destination.ipv4();
    h.encode(ip);
    tcp.encode(ip + Ipv4Header::size);
  } else {
    Ipv6Header h;
    h.traffic_class = tos;
    h.payload_length = static_cast<std::uint16_t>(tcp_length);
    h.next_header = tcp_protocol;
    h.source = ends.source;
    h.destination = ends.destination;
    h.encode(ip);
    tcp.encode(ip + Ipv6Header::size);
  }
  return tcp_headers_size(ends, tcp);
}

std::optional<TcpView> TcpView::parse(const std::uint8_t* frame, std::uint32_t length) {
  if (length < EthernetHeader::size + Ipv4Header::size) return std::nullopt;
  const EtherType type = EthernetHeader::decode(frame).type;
  const std::uint8_t* ip = frame + EthernetHeader::size;
  const std::uint32_t octets = length - EthernetHeader::size;
  TcpView v;
  std::uint32_t l3, ip_length;
  std::uint8_t protocol;
  if (type == EtherType::ipv4 && ip[0] == 0x45 && Ipv4Header::checksum_of(ip) == 0) {
    const Ipv4Header h = Ipv4Header::decode(ip);
    if (h.is_fragment()) return std::nullopt;
    l3 = Ipv4Header::size, ip_length = h.total_length, protocol = h.protocol, v.ecn = h.ecn();
    v.source = Gid::from_ipv4(h.source), v.destination = Gid::from_ipv4(h.destination);
  } else if (type == EtherType::ipv6 && octets >= Ipv6Header::size && ip[0] >> 4 == 6) {
    const Ipv6Header h = Ipv6Header::decode(ip);
    l3 = Ipv6Header::size, ip_length = l3 + h.payload_length, protocol = h.next_header, v.ecn = h.ecn();
    v.source = h.source, v.destination = h.destination, v.v6 = true;
  } else {
    return std::nullopt;
  }
  if (protocol != tcp_protocol || ip_length > octets || ip_length < l3) return std::nullopt;
  std::uint32_t header_octets = 0;
  const auto tcp = TcpHeader::decode(ip + l3, ip_length - l3, header_octets);
  if (!tcp) return std::nullopt;
  v.header = *tcp;
  v.l4_offset = EthernetHeader::size + l3;
  v.payload_offset = v.l4_offset + header_octets;
  v.payload_length = ip_length - l3 - header_octets;
  return v;
}

std::uint16_t tcp_checksum(const std::uint8_t* frame, const TcpView& v) {
  const std::uint32_t length = v.payload_offset - v.l4_offset + v.payload_length;
  Checksum sum;
  if (v.v6) {
    sum.add(v.source.octets.data(), 16);
    sum.add(v.destination.octets.data(), 16);
  } else {
    sum.add32(v.source.ipv4());
    sum.add32(v.destination.ipv4());
  }
  sum.add16(tcp_protocol);
  sum.add32(length);
  sum.add(frame + v.l4_offset, length);
  return sum.value();
}

void write_tcp_checksum(std::uint8_t* frame, std::uint32_t length) {
  const auto v = TcpView::parse(frame, length);
  if (!v) return;
  put16(frame + v->l4_offset + checksum_offset, 0);
  put16(frame + v->l4_offset + checksum_offset, tcp_checksum(frame, *v));
}

}  // namespace rocelab::wire
