#include "transport/rc/early_packets.h"

#include <memory>

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::rc;

TEST_CASE("packets kept on both sides of the wrap do not push each other out") {
  EarlyPackets<std::shared_ptr<int>> early(128);
  const Psn first(0xffffff - 60);
  for (int i = 0; i < 129; ++i) early.hold(first + i, std::make_shared<int>(i));
  for (int i = 0; i < 129; ++i) {
    const auto p = early.take(first + i);
    REQUIRE(p);
    CHECK(*p == i);
    CHECK_FALSE(early.take(first + i));
  }
}

TEST_CASE("a packet is given out for its own number only") {
  EarlyPackets<std::shared_ptr<int>> early(4);
  CHECK_FALSE(early.take(Psn(5)));
  early.hold(Psn(5), std::make_shared<int>(5));
  CHECK_FALSE(early.take(Psn(5 + 8)));
  CHECK(early.take(Psn(5)));
  early.hold(Psn(6), std::make_shared<int>(6));
  early.clear();
  CHECK_FALSE(early.take(Psn(6)));
}
