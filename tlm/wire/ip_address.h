#pragma once
#include <array>
#include <cstdint>
#include <cstring>

#include "tlm/wire/octets.h"

namespace rocelab::wire {

using Ipv4Address = std::uint32_t;  // 10.0.0.1 is 0x0a000001

/// 16 octets: an IPv6 address, or a RoCE GID. A GID of an IPv4 host is its IPv4-mapped address ::ffff:a.b.c.d
/// (RoCEv2 annex A17), so one type serves both.
struct Gid {
  std::array<std::uint8_t, 16> octets{};

  static Gid from_ipv4(Ipv4Address a) {
    Gid g;
    g.octets[10] = g.octets[11] = 0xff;
    put32(&g.octets[12], a);
    return g;
  }
  static Gid from(const std::uint8_t* at) {
    Gid g;
    std::memcpy(g.octets.data(), at, 16);
    return g;
  }
  bool is_ipv4() const {
    static constexpr std::uint8_t prefix[12]{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    return std::memcmp(octets.data(), prefix, 12) == 0;
  }
  Ipv4Address ipv4() const { return get32(&octets[12]); }

  friend bool operator==(const Gid& a, const Gid& b) { return a.octets == b.octets; }
  friend bool operator!=(const Gid& a, const Gid& b) { return !(a == b); }
};

using Ipv6Address = Gid;

/// Explicit congestion notification, the low two bits of TOS or traffic class (RFC 3168).
enum class Ecn : std::uint8_t { not_ect = 0, ect1 = 1, ect0 = 2, ce = 3 };

enum class IpProtocol : std::uint8_t { tcp = 6, udp = 17 };

}  // namespace rocelab::wire
