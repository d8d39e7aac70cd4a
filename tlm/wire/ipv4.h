#pragma once
#include "tlm/wire/checksum.h"
#include "tlm/wire/ip_address.h"

namespace rocelab::wire {

/// IPv4 without options (RFC 791).
struct Ipv4Header {
  static constexpr std::uint32_t size = 20;
  static constexpr std::uint16_t dont_fragment = 0x4000;

  std::uint8_t tos = 0;  // DSCP and ECN
  std::uint16_t total_length = 0;
  std::uint16_t id = 0;
  std::uint16_t flags_and_offset = dont_fragment;
  std::uint8_t ttl = 64;
  std::uint8_t protocol = 0;
  std::uint16_t checksum = 0;  // as received; encode() computes it
  Ipv4Address source = 0;
  Ipv4Address destination = 0;

  Ecn ecn() const { return static_cast<Ecn>(tos & 3); }
  /// A piece of a datagram: "more fragments" or an offset. RoCEv2 and a TCP with path MTU discovery send none.
  bool is_fragment() const { return (flags_and_offset & 0x3fff) != 0; }

  /// Writes the header with the right checksum.
  void encode(std::uint8_t* at) const {
    put8(at, 0x45);
    put8(at + 1, tos);
    put16(at + 2, total_length);
    put16(at + 4, id);
    put16(at + 6, flags_and_offset);
    put8(at + 8, ttl);
    put8(at + 9, protocol);
    put16(at + 10, 0);
    put32(at + 12, source);
    put32(at + 16, destination);
    put16(at + 10, checksum_of(at));
  }
  static Ipv4Header decode(const std::uint8_t* at) {
    return {at[1], get16(at + 2),  get16(at + 4),  get16(at + 6), at[8],
            at[9], get16(at + 10), get32(at + 12), get32(at + 16)};
  }
  /// Over an encoded header: the value for its checksum field while that is 0; 0 when the field stands and is right.
  static std::uint16_t checksum_of(const std::uint8_t* at) {
    Checksum sum;
    sum.add(at, size);
    return sum.value();
  }
};

}  // namespace rocelab::wire
