#pragma once
#include <algorithm>

#include "tlm/wire/ipv4.h"
#include "tlm/wire/roce_frame.h"

namespace rocelab::ud {

/// What a receive buffer of a datagram begins with (IBTA vol. 1, 11.4.1.2): the place of a global route header.
inline constexpr std::uint32_t grh_bytes = 40;

/// Over RoCEv2 the IP header of the packet stands there: IPv6 fills it, IPv4 its last 20 octets (annex A17.4.5.1).
/// The first 20 are undefined then; zero here.
inline void write_grh(const wire::RoceView& v, std::uint8_t* to) {
  if (v.v6) {
    std::copy_n(v.ip, grh_bytes, to);
    return;
  }
  constexpr std::uint32_t unused = grh_bytes - wire::Ipv4Header::size;
  std::fill_n(to, unused, std::uint8_t{0});
  std::copy_n(v.ip, wire::Ipv4Header::size, to + unused);
}

}  // namespace rocelab::ud
