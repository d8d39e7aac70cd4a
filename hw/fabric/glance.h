#pragma once
#include <cstdint>
#include <optional>

#include "tlm/packet.h"
#include "tlm/wire/ethernet.h"

/// A cheap look at the few octets that switches, demultiplexers and faults decide by; no checks of lengths within
/// headers or of checksums, which are the receivers' business.
namespace rocelab::fabric {

/// 0 for a frame too short to have one.
wire::MacAddress destination_mac(const Packet& packet);

/// Where the header above IP starts. Sees through one 802.1Q tag and IPv4 options; not through IPv6 extension headers,
/// and not into later fragments.
struct Transport {
  enum class Protocol : std::uint8_t { tcp = 6, udp = 17 };
  Protocol protocol;
  std::uint32_t offset;
};
std::optional<Transport> find_transport(const Packet& packet);

/// The same for all packets of a flow, different for most flows: over addresses, protocol and ports (RFC 2992). RoCEv2
/// puts its entropy into the UDP source port.
std::uint64_t flow_hash(const Packet& packet);

/// Offset of the BTH of a RoCEv2 frame: UDP to port 4791 (IANA; IBTA annex A17).
std::optional<std::uint32_t> find_bth(const Packet& packet);

/// What a tester names a packet by.
struct Sequence {
  enum class Of : std::uint8_t { rc, tcp };
  Of of;
  std::uint32_t number;  // PSN, or TCP sequence number of the first octet
  Qpn qpn{};             // destination QP; 0 for TCP
};
std::optional<Sequence> find_sequence(const Packet& packet);

}  // namespace rocelab::fabric
