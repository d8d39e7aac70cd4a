#pragma once
#include <optional>

#include "tlm/wire/ethernet.h"
#include "tlm/wire/ip_address.h"
#include "tlm/wire/tcp.h"

namespace rocelab::wire {

/// The fixed ends of a TCP connection: what stands in every frame besides the TCP header.
struct TcpEnds {
  MacAddress source_mac = 0;
  MacAddress destination_mac = 0;
  Gid source;  // IPv4-mapped or IPv6; both ends alike
  Gid destination;
  std::uint8_t dscp = 0;
  Ecn ecn = Ecn::not_ect;
};

/// Octets of Ethernet, IP and TCP headers.
std::uint32_t tcp_headers_size(const TcpEnds&, const TcpHeader&);

/// Writes the headers of a frame with `payload` octets behind them; the TCP checksum field is left 0. `id` is IPv4's.
/// Returns the octets written. At most 14 + 40 + 60.
std::uint32_t write_tcp_headers(std::uint8_t* frame, const TcpEnds&, const TcpHeader&, std::uint32_t payload,
                                std::uint16_t id);

/// A TCP frame seen through its octets.
struct TcpView {
  bool v6 = false;
  Ecn ecn = Ecn::not_ect;
  Gid source, destination;
  TcpHeader header;
  std::uint32_t l4_offset = 0;       // of the TCP header in the frame
  std::uint32_t payload_offset = 0;  // in the frame
  std::uint32_t payload_length = 0;

  /// Nothing unless the frame is TCP over IPv4 or IPv6 with consistent lengths and a right IPv4 checksum.
  static std::optional<TcpView> parse(const std::uint8_t* frame, std::uint32_t length);
};

/// The TCP checksum over pseudo header, header (its field as it stands) and payload of a whole frame: with the field 0
/// the value to store, with the right value in the field 0 (RFC 9293, 3.1).
std::uint16_t tcp_checksum(const std::uint8_t* frame, const TcpView&);
/// Computes and stores it.
void write_tcp_checksum(std::uint8_t* frame, std::uint32_t length);

}  // namespace rocelab::wire
