#pragma once
#include "tlm/wire/octets.h"

namespace rocelab::wire {

/// The destination port that makes a UDP datagram RoCEv2 (IANA roce).
inline constexpr std::uint16_t roce_port = 4791;

struct UdpHeader {
  static constexpr std::uint32_t size = 8;

  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  std::uint16_t length = 0;    // header and data
  std::uint16_t checksum = 0;  // 0 = none, as RoCEv2 sends it

  void encode(std::uint8_t* at) const {
    put16(at, source_port);
    put16(at + 2, destination_port);
    put16(at + 4, length);
    put16(at + 6, checksum);
  }
  static UdpHeader decode(const std::uint8_t* at) { return {get16(at), get16(at + 2), get16(at + 4), get16(at + 6)}; }
};

}  // namespace rocelab::wire
