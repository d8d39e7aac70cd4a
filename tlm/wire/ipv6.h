#pragma once
#include "tlm/wire/ip_address.h"

namespace rocelab::wire {

/// IPv6 without extension headers (RFC 8200).
struct Ipv6Header {
  static constexpr std::uint32_t size = 40;

  std::uint8_t traffic_class = 0;
  std::uint32_t flow_label = 0;  // 20 bits
  std::uint16_t payload_length = 0;
  std::uint8_t next_header = 0;
  std::uint8_t hop_limit = 64;
  Ipv6Address source;
  Ipv6Address destination;

  Ecn ecn() const { return static_cast<Ecn>(traffic_class & 3); }

  void encode(std::uint8_t* at) const {
    put32(at, 6u << 28 | static_cast<std::uint32_t>(traffic_class) << 20 | flow_label);
    put16(at + 4, payload_length);
    put8(at + 6, next_header);
    put8(at + 7, hop_limit);
    std::memcpy(at + 8, source.octets.data(), 16);
    std::memcpy(at + 24, destination.octets.data(), 16);
  }
  static Ipv6Header decode(const std::uint8_t* at) {
    const std::uint32_t first = get32(at);
    return {static_cast<std::uint8_t>(first >> 20),
            first & 0xfffff,
            get16(at + 4),
            at[6],
            at[7],
            Gid::from(at + 8),
            Gid::from(at + 24)};
  }
};

}  // namespace rocelab::wire
