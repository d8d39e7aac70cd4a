#pragma once
#include <cstdint>

#include "tlm/units.h"

namespace rocelab::pcie {

/// Rate::time_of without a division: a transfer's time is asked for with every request.
class LineTime {
 public:
  explicit constexpr LineTime(Rate rate)
      : scaled_(static_cast<std::uint64_t>(
            ((static_cast<unsigned __int128>(8'000'000'000'000ULL) << 32) + rate.bits_per_s - 1) / rate.bits_per_s)) {}

  /// Rounded up to whole picoseconds.
  constexpr Ps of(std::uint64_t octets) const {
    return static_cast<Ps>((static_cast<unsigned __int128>(octets) * scaled_ + 0xffff'ffff) >> 32);
  }

 private:
  std::uint64_t scaled_;  // picoseconds an octet, 2^-32
};

}  // namespace rocelab::pcie
