#pragma once
#include <array>
#include <cstdint>
#include <cstring>

#include "tlm/wire/octets.h"

namespace rocelab::wire {

/// A MAC address as a number: 02:00:00:00:00:01 is 0x020000000001.
using MacAddress = std::uint64_t;

enum class EtherType : std::uint16_t {
  ipv4 = 0x0800,
  ipv6 = 0x86dd,
  mac_control = 0x8808,
  experimental = 0x88b5,  // IEEE 802 local experimental 1
};

struct EthernetHeader {
  static constexpr std::uint32_t size = 14;

  MacAddress destination = 0;
  MacAddress source = 0;
  EtherType type = EtherType::ipv4;

  void encode(std::uint8_t* at) const {
    put16(at, static_cast<std::uint16_t>(destination >> 32));
    put32(at + 2, static_cast<std::uint32_t>(destination));
    put16(at + 6, static_cast<std::uint16_t>(source >> 32));
    put32(at + 8, static_cast<std::uint32_t>(source));
    put16(at + 12, static_cast<std::uint16_t>(type));
  }
  static EthernetHeader decode(const std::uint8_t* at) {
    return {get64(at) >> 16, get64(at + 6) >> 16, static_cast<EtherType>(get16(at + 12))};
  }
};

}  // namespace rocelab::wire
