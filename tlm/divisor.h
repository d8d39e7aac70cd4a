#pragma once
#include <cstdint>

namespace rocelab {

/// Divides by the same number again and again, by multiplying: a division proper takes as long as ten of these.
class Divisor {
 public:
  explicit constexpr Divisor(std::uint64_t d) : d_(d), reciprocal_(UINT64_MAX / d) {}

  constexpr std::uint64_t value() const { return d_; }

  /// floor((a · b + c) / d).
  constexpr std::uint64_t of(std::uint64_t a, std::uint64_t b, std::uint64_t c = 0) const {
    const unsigned __int128 n = static_cast<unsigned __int128>(a) * b + c;
    if (n >> 64 != 0) return static_cast<std::uint64_t>(n / d_);
    // The reciprocal is short by less than one in 2^64, so the estimate is right or one too small.
    const auto small = static_cast<std::uint64_t>(n);
    const auto estimate = static_cast<std::uint64_t>(n * reciprocal_ >> 64);
    return estimate + (small - estimate * d_ >= d_);
  }

 private:
  std::uint64_t d_, reciprocal_;
};

}  // namespace rocelab
