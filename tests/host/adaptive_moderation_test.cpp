#include "host/os/adaptive_moderation.h"

#include <algorithm>
#include <functional>

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::host;

namespace {

/// Plays samples to it: `world` says what a level brings in a sample of 64 interrupts. Returns the levels it went
/// through.
struct World {
  Ps during;
  std::uint64_t frames, octets;
};

std::vector<std::size_t> walk(const std::function<World(std::size_t)>& world, unsigned samples) {
  AdaptiveModeration m;
  AdaptiveModeration::Totals totals;
  std::vector<std::size_t> levels{m.index()};
  m.served(totals);  // the first one begins a sample
  for (unsigned n = 0; n < samples; ++n) {
    const World w = world(m.index());
    totals.t += w.during;
    totals.interrupts += AdaptiveModeration::interrupts_a_sample;
    totals.frames += w.frames;
    totals.octets += w.octets;
    if (m.served(totals)) m.served(totals);  // the next interrupt begins the sample of the new level
    levels.push_back(m.index());
  }
  return levels;
}

}  // namespace

TEST_CASE("between two samples less than 64 interrupts change nothing") {
  AdaptiveModeration m;
  CHECK_FALSE(m.served({0, 0, 0, 0}));
  for (std::uint64_t i = 1; i < 64; ++i) CHECK_FALSE(m.served({static_cast<Ps>(i) * 1'000'000, i, i, i * 1500}));
  CHECK(m.index() == 1);
  CHECK(m.served({64'000'000, 64, 64, 64 * 1500}));
  CHECK(m.index() == 0);  // it sets out downwards first
}

TEST_CASE("where a longer wait means fewer interrupts for the same data it climbs to the longest") {
  // The same rate of data at every level; an interrupt as often as the level lets it.
  const auto levels = walk(
      [](std::size_t i) {
        const std::uint64_t usecs = AdaptiveModeration::levels[i].usecs;
        return World{static_cast<Ps>(64 * usecs) * 1'000'000, 64 * usecs, 64 * usecs * 1000};
      },
      12);
  CHECK(levels.back() == 4);
  CHECK(*std::max_element(levels.begin(), levels.end()) == 4);
}

TEST_CASE("where a longer wait costs throughput it stays at the shortest") {
  const auto levels = walk(
      [](std::size_t i) {
        const std::uint64_t usecs = AdaptiveModeration::levels[i].usecs;
        return World{static_cast<Ps>(64 * usecs) * 1'000'000, 64, 64 * 1000};  // one frame an interrupt: a ping-pong
      },
      40);
  CHECK(levels.back() == 0);
}

TEST_CASE("at rest a difference of a tenth is none and of more sends it out again") {
  AdaptiveModeration m;
  AdaptiveModeration::Totals totals;
  m.served(totals);
  // 1000 octets a microsecond, 64 interrupts as far apart as the level says: it climbs, and rests at the longest.
  const auto play = [&](std::uint64_t percent) {
    const std::uint64_t usecs = 64 * m.level().usecs;
    totals.t += static_cast<Ps>(usecs) * 1'000'000;
    totals.interrupts += 64, totals.frames += usecs * percent / 100, totals.octets += usecs * 10 * percent;
    if (m.served(totals)) m.served(totals);
    return m.index();
  };
  for (int n = 0; n < 20; ++n) play(100);
  REQUIRE(m.index() == 4);
  CHECK(play(92) == 4);
  CHECK(play(108) == 4);
  CHECK(play(80) == 3);
}
