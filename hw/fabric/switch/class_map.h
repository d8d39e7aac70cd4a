#pragma once
#include <array>
#include <cstdint>

#include "tlm/wire/traffic_class.h"

namespace rocelab::fabric {

/// Which of the eight priorities a frame belongs to, and which of them must not be dropped. Trusts the IP header
/// (DSCP), else the 802.1Q tag (PCP), else takes priority 0. A map that disagrees with the sender's is the mistake of
/// the field: PFC protects one priority and the traffic travels in another.
struct ClassMap {
  std::array<std::uint8_t, 64> by_dscp = class_selectors();
  std::array<std::uint8_t, 8> by_pcp{0, 1, 2, 3, 4, 5, 6, 7};
  std::uint8_t lossless = 0;  // bit n: PFC protects priority n

  bool protects(Priority p) const { return lossless >> p.value & 1; }

  Priority priority_of(const Packet& p) const {
    if (const auto c = wire::traffic_class(p)) return Priority{by_dscp[c->dscp]};
    constexpr std::uint16_t vlan_tag = 0x8100;
    if (p.length >= 16 && wire::get16(p.data + 12) == vlan_tag) return Priority{by_pcp[p.data[14] >> 5]};
    return Priority{0};
  }

  /// RFC 2474, 4.2.2: the upper three bits of the DSCP. 26 (RoCE by custom) is priority 3, 48 (its CNPs) priority 6.
  static constexpr std::array<std::uint8_t, 64> class_selectors() {
    std::array<std::uint8_t, 64> map{};
    for (std::size_t dscp = 0; dscp < map.size(); ++dscp) map[dscp] = static_cast<std::uint8_t>(dscp >> 3);
    return map;
  }
};

}  // namespace rocelab::fabric
