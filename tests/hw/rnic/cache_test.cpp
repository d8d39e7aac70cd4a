#include "hw/rnic/cache.h"

#include "support/catch.h"

using rocelab::rnic::Cache;

TEST_CASE("a cache without a limit never misses and holds nothing") {
  Cache cache({});
  for (std::uint64_t key = 0; key < 1000; ++key) CHECK_FALSE(cache.fill(key));
  CHECK_FALSE(cache.can_miss());
  CHECK(cache.occupancy() == 0);
}

TEST_CASE("nothing can miss before the first entry has had to go") {
  Cache cache({3, 0});
  for (std::uint64_t key : {1, 2, 3}) CHECK_FALSE(cache.fill(key));
  CHECK_FALSE(cache.can_miss());
  CHECK(cache.fill(4));
  CHECK(cache.can_miss());
  CHECK(cache.occupancy() == 3);
}

TEST_CASE("the least recently used entry makes room") {
  Cache cache({3, 0});
  for (std::uint64_t key : {1, 2, 3}) cache.fill(key);
  CHECK(cache.touch(1));
  cache.fill(4);
  CHECK(cache.holds(1));
  CHECK_FALSE(cache.holds(2));
  CHECK(cache.holds(3));
  CHECK_FALSE(cache.touch(2));
  CHECK(cache.figures().hits == 1);
  CHECK(cache.figures().misses == 1);
  CHECK(cache.figures().evictions == 1);
}

TEST_CASE("going round more keys than there are entries misses every time") {
  Cache cache({8, 0});
  for (std::uint64_t key = 0; key < 9; ++key) cache.fill(key);
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t key = 0; key < 9; ++key) {
      if (!cache.touch(key)) cache.fill(key);
    }
  }
  CHECK(cache.figures().hits == 0);
  CHECK(cache.figures().misses == 27);
}

TEST_CASE("in a set-associative cache only an entry of the same set makes room") {
  Cache cache({8, 2});  // four sets of two
  for (std::uint64_t key : {0, 4, 1}) cache.fill(key);
  cache.fill(8);  // set 0 is full, the others are not
  CHECK_FALSE(cache.holds(0));
  CHECK(cache.holds(4));
  CHECK(cache.holds(1));
  CHECK(cache.holds(8));
  CHECK(cache.occupancy() == 3);
}

TEST_CASE("an entry whose object is destroyed leaves its room") {
  Cache cache({2, 0});
  cache.fill(1), cache.fill(2);
  cache.drop(1);
  cache.drop(7);  // was never here
  CHECK(cache.occupancy() == 1);
  CHECK_FALSE(cache.fill(3));
  CHECK(cache.holds(2));
  CHECK(cache.holds(3));
}
