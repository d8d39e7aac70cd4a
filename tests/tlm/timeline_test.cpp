#include "tlm/timeline.h"

#include <vector>

#include "support/catch.h"
#include "tlm/clock.h"
#include "tlm/psn.h"

using namespace rocelab;

TEST_CASE("actions run in order of time, equal times in order of scheduling") {
  Timeline t;
  std::vector<int> order;
  t.at(20, [&] { order.push_back(3); });
  t.at(10, [&] {
    order.push_back(1);
    t.after(0, [&] { order.push_back(2); });
  });
  t.at(20, [&] { order.push_back(4); });
  t.run_until(15);
  CHECK(t.now() == 15);
  CHECK(order == std::vector<int>{1, 2});
  t.run_while_busy();
  CHECK(order == std::vector<int>{1, 2, 3, 4});
  CHECK(t.steps() == 4);
  CHECK_THROWS_AS(t.at(5, [] {}), std::logic_error);
}

TEST_CASE("clock edges of 322.265625 MHz do not drift") {
  const Clock c(322'265'625'000);
  CHECK(c.edge(33) == 102'400);  // 33 periods are exactly 102.4 ns
  CHECK(c.edge(33'000'000) == 102'400'000'000);
  CHECK(c.next(1) == c.edge(1));
  CHECK(c.next(c.edge(7)) == c.edge(7));
  CHECK(c.after(0, 2) == c.edge(2));
}

TEST_CASE("PSN arithmetic wraps at 2^24") {
  const Psn last(0xffffff);
  CHECK((last + 1).value() == 0);
  CHECK(Psn(0) - last == 1);
  CHECK(last < Psn(0));
  CHECK(Psn(0x800000) - Psn(0) == -(1 << 23));
}
