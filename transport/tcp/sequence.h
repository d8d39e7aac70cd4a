#pragma once
#include <cstdint>

namespace rocelab::tcp {

/// A position in a connection's sequence space as a number that never wraps: the SYN is 0, the first octet of data 1,
/// the FIN one past the last octet. On the wire it is the initial sequence number plus this, modulo 2^32.
using Seq = std::uint64_t;

/// The position nearest to `near` whose low 32 bits, counted from `initial`, are those of `wire` (RFC 9293, 3.4).
inline Seq unwrap(std::uint32_t wire, std::uint32_t initial, Seq near) {
  const auto difference = static_cast<std::int32_t>(wire - initial - static_cast<std::uint32_t>(near));
  const auto distance = static_cast<std::int64_t>(difference);
  // Before the beginning there is nothing: an old segment may name such a place; it is as stale as position 0.
  if (distance < 0 && static_cast<Seq>(-distance) > near) return 0;
  return near + static_cast<Seq>(distance);
}

inline std::uint32_t wrap(Seq seq, std::uint32_t initial) { return initial + static_cast<std::uint32_t>(seq); }

}  // namespace rocelab::tcp
