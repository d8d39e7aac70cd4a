#pragma once
#include <cstdint>

#include "tlm/units.h"

namespace rocelab::fabric {

/// What may still arrive after a receiver has decided to send XOFF: the terms of the headroom formula, in bit times of
/// the link (Cisco, Priority Flow Control: Build Reliable Layer 2 Infrastructure; 802.1Qbb, annex O). docs/network.md
/// says which source holds where they differ.
struct HeadroomTerms {
  Rate rate;
  Ps cable = 0;                          // propagation, one way
  std::uint32_t receiver_frame = 1518;   // octets with FCS: the longest that may stand before the XOFF on its way out
  std::uint32_t sender_frame = 1518;     // the longest that the sender may just have begun when it stops
  std::uint64_t interface_bits = 0;      // delay of one interface, in bit times; counts twice
  std::uint64_t response_bits = 30'720;  // from XOFF received to the last frame begun: 60 quanta
};

/// Preamble and gap, which take line time with each frame but no memory.
inline constexpr std::uint64_t line_overhead = 20;
inline constexpr std::uint64_t quantum_bits = 512;  // calibration: pause_quantum_bits

constexpr std::uint64_t headroom_bits(const HeadroomTerms& t) {
  constexpr std::uint64_t pfc_frame = 64;
  const auto cable =
      static_cast<std::uint64_t>(static_cast<unsigned __int128>(t.cable) * t.rate.bits_per_s / 1'000'000'000'000ULL);
  return (t.receiver_frame + line_overhead) * 8 + (pfc_frame + line_overhead) * 8 + 2 * cable + 2 * t.interface_bits +
         t.response_bits + (t.sender_frame + line_overhead) * 8;
}

/// Octets of buffer, rounded up.
constexpr std::uint64_t headroom(const HeadroomTerms& t) { return (headroom_bits(t) + 7) / 8; }

/// Length of so many quanta on a link: 512 bit times each.
constexpr Ps quanta(std::uint64_t n, Rate rate) { return rate.time_of(n * quantum_bits / 8); }

}  // namespace rocelab::fabric
