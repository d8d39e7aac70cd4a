#pragma once
#include "tlm/packet.h"

namespace rocelab::scenarios {

/// The frame of equal length that each lane sends once before t0, so that the wire is measured and not computed:
/// EtherType 0x88B5 (IEEE 802 local experimental), which nothing else in a run uses.
inline constexpr std::uint16_t probe_ether_type = 0x88b5;

inline bool is_probe_frame(const Packet& p) {
  return p.length > 14 && p.data[12] == probe_ether_type >> 8 && p.data[13] == (probe_ether_type & 0xff);
}

}  // namespace rocelab::scenarios
