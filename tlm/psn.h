#pragma once
#include <cstdint>

namespace rocelab {

/// Packet sequence number of InfiniBand: 24 bits, compared in a window of 2^23 (IBTA vol. 1, 9.7.2).
class Psn {
 public:
  static constexpr std::uint32_t mask = 0xffffff;

  constexpr Psn() = default;
  explicit constexpr Psn(std::uint32_t value) : value_(value & mask) {}

  constexpr std::uint32_t value() const { return value_; }

  constexpr Psn operator+(std::int64_t n) const { return Psn(static_cast<std::uint32_t>(value_ + n)); }
  constexpr Psn& operator++() { return *this = *this + 1; }

  /// Signed distance from b to a in [-2^23, 2^23).
  friend constexpr std::int32_t operator-(Psn a, Psn b) {
    const std::uint32_t d = (a.value_ - b.value_) & mask;
    return d < (1u << 23) ? static_cast<std::int32_t>(d) : static_cast<std::int32_t>(d) - (1 << 24);
  }

  friend constexpr bool operator==(Psn a, Psn b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(Psn a, Psn b) { return a.value_ != b.value_; }
  /// Window order: true when a lies in the half of the number circle before b. Not transitive over more than 2^23.
  friend constexpr bool operator<(Psn a, Psn b) { return a - b < 0; }
  friend constexpr bool operator<=(Psn a, Psn b) { return a - b <= 0; }
  friend constexpr bool operator>(Psn a, Psn b) { return b < a; }
  friend constexpr bool operator>=(Psn a, Psn b) { return b <= a; }

 private:
  std::uint32_t value_ = 0;
};

}  // namespace rocelab
