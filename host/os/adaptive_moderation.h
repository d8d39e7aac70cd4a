#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "tlm/units.h"

namespace rocelab::host {

/// How long a receive queue's interrupts wait, found by trying (Linux: lib/dim, "dynamically-tuned interrupt
/// moderation"). Every 64 interrupts it compares throughput with the sample before and moves one level up or down: on
/// in the same direction while that helps, back when it does not, and at rest on what proved best until traffic
/// changes.
class AdaptiveModeration {
 public:
  struct Level {
    std::uint32_t usecs, frames;
  };
  static constexpr std::array<Level, 5> levels{{{2, 256}, {8, 128}, {16, 64}, {32, 64}, {64, 64}}};  // dim_rx_cqe_usecs
  static constexpr std::uint64_t interrupts_a_sample = 64;

  struct Totals {
    Ps t = 0;
    std::uint64_t interrupts = 0, frames = 0, octets = 0;
  };

  /// An interrupt has been served; what there was so far. True when another level is wanted.
  bool served(const Totals&);
  std::size_t index() const { return index_; }
  const Level& level() const { return levels[index_]; }

 private:
  enum class Walk : std::uint8_t { resting, tired, up, down };
  enum class Verdict : std::uint8_t { worse, same, better };
  /// A second's worth.
  struct Rates {
    std::uint64_t octets = 0, frames = 0, interrupts = 0;
  };

  static Verdict compare(const Rates& now, const Rates& before);
  bool decide(const Rates&);
  void set_out();
  void step();
  void turn();
  void rest(Walk how);
  bool on_top() const;

  std::size_t index_ = 1;
  Walk walk_ = Walk::resting;
  unsigned ups_ = 0, downs_ = 0, tired_ = 0;
  bool measuring_ = false;
  Totals begin_;
  Rates before_;
};

}  // namespace rocelab::host
