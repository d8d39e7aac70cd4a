#pragma once
#include <cstdint>
#include <string_view>

namespace rocelab {

/// A stream of random numbers, the same on every machine: xoshiro256** (Blackman and Vigna, 2018), seeded through
/// SplitMix64 from the run's seed and the stream's own name. Each process that draws has its own stream, so adding one
/// does not shift the draws of another.
class Random {
 public:
  Random(std::uint64_t seed, std::string_view stream) {
    // FNV-1a: std::hash may differ between libraries.
    std::uint64_t name = 0xcbf29ce484222325;
    for (const char c : stream) name = (name ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
    std::uint64_t mixed = mix(seed) ^ name;
    for (std::uint64_t& word : state_) word = mix(mixed += 0x9e3779b97f4a7c15);
  }

  /// 64 random bits.
  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform in [0, n); 0 for n = 0. The bias is below n / 2^64.
  std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(next()) * n) >> 64);
  }

  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// True with probability p; p <= 0 never, p >= 1 always. Draws once either way.
  bool chance(double p) { return unit() < p; }

 private:
  static constexpr std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  static constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  std::uint64_t state_[4];
};

}  // namespace rocelab
