#include "tlm/divisor.h"

#include "support/catch.h"
#include "tlm/clock.h"
#include "tlm/random.h"

using namespace rocelab;

TEST_CASE("dividing by multiplying gives what dividing gives") {
  Random random(1, "divisor");
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t d = (random.next() >> random.next() % 64) | 1, a = random.next() >> random.next() % 64;
    const std::uint64_t b = random.next() % 4096;
    const auto right = static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b / d);
    if (Divisor(d).of(a, b) != right) FAIL(a << " * " << b << " / " << d);
  }
  for (const std::uint64_t d : {std::uint64_t{1}, std::uint64_t{2}, UINT64_MAX}) {
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, UINT64_MAX - 1, UINT64_MAX}) {
      CHECK(Divisor(d).of(n, 1) == n / d);
    }
  }
}

TEST_CASE("the first edge at or after a time is none before it and none later than need be") {
  for (const Clock c : {Clock::mhz(430), Clock(322'265'625'000), Clock::mhz(1000), Clock::mhz(3000)}) {
    for (Ps t = 0; t < 20'000; ++t) {
      const std::uint64_t k = c.index_at_or_after(t);
      if (c.edge(k) < t || (k > 0 && c.edge(k - 1) >= t)) FAIL(t);
    }
  }
}
