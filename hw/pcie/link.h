#pragma once
#include <cstdint>

#include "tlm/units.h"

namespace rocelab::pcie {

inline constexpr std::uint32_t dllp_octets = 8;            // fc_dllp_bytes, ack_dllp_bytes: framing, body, CRC
inline constexpr std::uint32_t skip_octets = 4;            // SKP ordered set
inline constexpr std::uint32_t skip_interval = 1538;       // skip_interval
inline constexpr std::uint32_t tlp_overhead_symbols = 28;  // of the latency limits: framing, sequence, header, LCRC

/// What a generation (1..5) and a width (1, 2, 4, 8, 16) give, per direction.
struct Link {
  unsigned generation = 3;
  unsigned lanes = 16;

  /// Octets that the encoding leaves: 8b/10b up to 5 GT/s, 128b/130b from 8 GT/s.
  constexpr Rate raw() const {
    const std::uint64_t transfers = generation == 1 ? 2'500'000'000 : 5'000'000'000;
    if (generation <= 2) return {transfers * lanes * 8 / 10};
    return {(8'000'000'000ULL << (generation - 3)) * lanes * 128 / 130};
  }

  /// How far apart a receiver's ACKs, and its credit updates, may lie at most: the latency limits of the Base
  /// Specification 5.0 (tables 2-46 to 2-48, 3-7 to 3-9): (MPS + 28) x factor / width + internal delay, in symbol
  /// times. Factors differ between MPS up to 256 and from 512 on.
  constexpr std::uint32_t dllp_interval(std::uint32_t mps) const {
    const bool large = mps >= 512;
    const std::uint32_t tenths = lanes <= 4 ? (large ? 10 : 14) : lanes == 8 ? (large ? 10 : 25) : (large ? 20 : 30);
    const std::uint32_t delay = generation == 1 ? 19 : generation == 2 ? 70 : 115;
    return (mps + tlp_overhead_symbols) * tenths / (10 * lanes) + delay;
  }

  /// What is left for TLPs beside ACKs, credit updates and SKP ordered sets. As in the sheet's rows (pcie-model), the
  /// interval counts as octets of the line.
  constexpr Rate for_tlps(std::uint32_t mps) const {
    const std::uint64_t interval = dllp_interval(mps);
    const auto whole = static_cast<unsigned __int128>(interval) * skip_interval;
    const auto lost = static_cast<unsigned __int128>(2) * dllp_octets * skip_interval + skip_octets * interval;
    return {static_cast<std::uint64_t>(raw().bits_per_s * (whole - lost) / whole)};
  }
};

}  // namespace rocelab::pcie
