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

/// A data rate. One octet at 100 Gb/s lasts exactly 80 ps.
struct Rate {
  std::uint64_t bits_per_s = 0;

  static constexpr Rate gbps(std::uint64_t n) { return {n * 1'000'000'000}; }

  /// Time `bytes` occupy a line of this rate, rounded up to whole picoseconds.
  constexpr Ps time_of(std::uint64_t bytes) const {
    constexpr std::uint64_t ps_bits = 8 * 1'000'000'000'000ULL;
    // Nearly always the product fits into 64 bits and spares the wide division.
    if (bytes < UINT64_MAX / ps_bits) return static_cast<Ps>((bytes * ps_bits + bits_per_s - 1) / bits_per_s);
    return static_cast<Ps>((static_cast<unsigned __int128>(bytes) * ps_bits + bits_per_s - 1) / bits_per_s);
  }

  friend constexpr bool operator==(Rate a, Rate b) { return a.bits_per_s == b.bits_per_s; }
};

}  // namespace rocelab
