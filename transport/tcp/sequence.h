#pragma once
#include <cstdint>

namespace rocelab::tcp {

/// A position in a connection's sequence space as a number that never wraps: the SYN is 0, the first octet of data 1,
/// the FIN one past the last octet. On the wire it is the initial sequence number plus this, modulo 2^32. Old segments
/// may name places before the beginning, hence signed.
using Seq = std::int64_t;

constexpr std::uint32_t wrap(Seq seq, std::uint32_t initial) { return initial + static_cast<std::uint32_t>(seq); }

/// The position nearest to `near` whose low 32 bits, counted from `initial`, are those of `wire` (RFC 9293, 3.4).
constexpr Seq unwrap(std::uint32_t wire, std::uint32_t initial, Seq near) {
  return near + static_cast<std::int32_t>(wire - wrap(near, initial));
}

/// True when a comes after b on the 32-bit circle; for timestamps (RFC 7323, 5.2).
constexpr bool wrapped_after(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(a - b) > 0; }

}  // namespace rocelab::tcp
