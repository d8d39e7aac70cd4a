#pragma once
#include <cstdint>

namespace rocelab {

/// Simulated time and durations in picoseconds. Signed, so that differences are safe; 2^63 ps are 106 days.
using Ps = std::int64_t;

inline constexpr Ps never = INT64_MAX;

namespace literals {
constexpr Ps operator""_ps(unsigned long long n) { return static_cast<Ps>(n); }
constexpr Ps operator""_ns(unsigned long long n) { return static_cast<Ps>(n) * 1'000; }
constexpr Ps operator""_us(unsigned long long n) { return static_cast<Ps>(n) * 1'000'000; }
constexpr Ps operator""_ms(unsigned long long n) { return static_cast<Ps>(n) * 1'000'000'000; }
constexpr Ps operator""_s(unsigned long long n) { return static_cast<Ps>(n) * 1'000'000'000'000; }
constexpr std::uint64_t operator""_KiB(unsigned long long n) { return n << 10; }
constexpr std::uint64_t operator""_MiB(unsigned long long n) { return n << 20; }
}  // namespace literals

/// (a · b + c) / d, rounded down. Products below 2^64, nearly all there are, need no wide division.
constexpr std::uint64_t multiply_divide(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b + c;
  if (product >> 64 == 0) return static_cast<std::uint64_t>(product) / d;
  return static_cast<std::uint64_t>(product / d);
}
/// ceil(a · b / c) and floor(a · b / c).
constexpr std::uint64_t scaled_up(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return multiply_divide(a, b, c - 1, c);
}
constexpr std::uint64_t scaled_down(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return multiply_divide(a, b, 0, c);
}

/// A data rate. One octet at 100 Gb/s lasts exactly 80 ps.
struct Rate {
  std::uint64_t bits_per_s = 0;

  static constexpr Rate gbps(std::uint64_t n) { return {n * 1'000'000'000}; }

  /// Time `bytes` occupy a line of this rate, rounded up to whole picoseconds.
  constexpr Ps time_of(std::uint64_t bytes) const {
    return static_cast<Ps>(scaled_up(bytes, 8 * 1'000'000'000'000ULL, bits_per_s));
  }

  friend constexpr bool operator==(Rate a, Rate b) { return a.bits_per_s == b.bits_per_s; }
};

}  // namespace rocelab
