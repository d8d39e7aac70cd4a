#pragma once
#include <cstdint>

#include "tlm/units.h"

namespace rocelab::fabric {

enum class Forwarding : std::uint8_t { store_and_forward, cut_through };

/// What a switch is like; the presets are chips of the calibration sheet, group `switch`.
struct SwitchProfile {
  Forwarding forwarding;
  /// Cut-through: first bit in to first bit out. Store-and-forward: last bit in to first bit out (RFC 1242, 3.8).
  Ps latency;

  /// Spectrum-2 class, quoted 300 ns (`cut_through_latency_ns`).
  static constexpr SwitchProfile cut_through() { return {Forwarding::cut_through, 300'000}; }
  /// Tomahawk class, 450 ns (`tomahawk_latency_ns`, unverified).
  static constexpr SwitchProfile store_and_forward() { return {Forwarding::store_and_forward, 450'000}; }
};

}  // namespace rocelab::fabric
