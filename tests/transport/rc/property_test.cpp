#include "property/plan.h"
#include "support/catch.h"

using rocelab::rc::property::play;

TEST_CASE("whatever the road does, every operation takes effect once and in order, or the queue pair ends in error") {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const std::string wrong = play(seed);
    if (!wrong.empty()) FAIL_CHECK("seed " << seed << ": " << wrong);
  }
}
