#pragma once
#include <numeric>

#include "tlm/divisor.h"
#include "tlm/units.h"

namespace rocelab {

/// A clock domain with exact rational edges: edge k lies at ceil(k · 10^12 / hz) ps, so a 322.265625 MHz clock
/// never drifts although its period is no whole number of picoseconds. Nothing ticks; edges are computed.
class Clock {
 public:
  /// `millihertz` keeps frequencies such as 322 265.625 kHz exact.
  explicit constexpr Clock(std::uint64_t millihertz)
      : ps_(ps_times_milli / std::gcd(ps_times_milli, millihertz)),
        cycles_(millihertz / std::gcd(ps_times_milli, millihertz)) {}

  static constexpr Clock mhz(std::uint64_t n) { return Clock(n * 1'000'000'000); }

  /// Time of edge number k.
  constexpr Ps edge(std::uint64_t k) const { return static_cast<Ps>(cycles_.of(k, ps_.value(), cycles_.value() - 1)); }

  /// Number of the first edge at or after t.
  constexpr std::uint64_t index_at_or_after(Ps t) const {
    // Edges are rounded up, so one less than a picosecond before t already is at t.
    return t <= 0 ? 0 : ps_.of(static_cast<std::uint64_t>(t - 1), cycles_.value()) + 1;
  }

  /// The first edge at or after t.
  constexpr Ps next(Ps t) const { return edge(index_at_or_after(t)); }

  /// The edge `n` cycles after the first edge at or after t.
  constexpr Ps after(Ps t, std::uint64_t n) const { return edge(index_at_or_after(t) + n); }

  /// Length of `n` cycles, rounded up; for durations that start on an edge use after().
  constexpr Ps cycles(std::uint64_t n) const { return edge(n); }

 private:
  static constexpr std::uint64_t ps_times_milli = 1'000'000'000'000'000ULL;
  Divisor ps_, cycles_;  // so many cycles last so many picoseconds, in lowest terms
};

}  // namespace rocelab
