#pragma once
#include <cstdint>

#include "tlm/packet.h"

/// The invariant CRC of RoCEv2 (IBTA annex A17.3): CRC-32 over the packet from the IP header to the pad, with eight
/// octets of ones before it and ones in place of what routers may change: IPv4 TOS, TTL, header checksum; IPv6 traffic
/// class, flow label, hop limit; UDP checksum; BTH octet 4 (FECN, BECN, reserved). Stored least significant octet
/// first.
namespace rocelab::wire {

inline constexpr std::uint32_t icrc_size = 4;

/// Of an IP packet of `length` octets without its last four; IPv4 or IPv6 by its first nibble. The packet must hold
/// IP, UDP and BTH headers (48 or 68 octets) and the ICRC.
std::uint32_t icrc(const std::uint8_t* ip, std::uint32_t length);

/// Turns a pending ICRC into octets; nothing to do for other packets.
void write_icrc(Packet&);

/// True for a pending ICRC (right by construction) and for octets that match; false for a frame without one.
bool icrc_ok(const Packet&);

}  // namespace rocelab::wire
