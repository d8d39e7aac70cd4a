#include <set>

#include "support/catch.h"
#include "tlm/random.h"
#include "transport/memory_keys.h"

using namespace rocelab;
using namespace rocelab::protection;

namespace {

constexpr Access everything = local_write | remote_write | remote_read | remote_atomic | mw_bind;
constexpr Va start = 0x1000;

struct Table {
  explicit Table(std::uint64_t secret = 1) : keys(secret) {}
  KeyTable keys;
  ProtectionDomain pd = keys.allocate_pd();

  Registered add() { return keys.add(pd, start, 4096, everything, {0x5000}); }
  bool opens(Key key) const {
    const bool far = keys.check({key, true, pd, Qpn{7}, remote_read, start, 8}) == Fault::none;
    return far || keys.check({key, false, pd, Qpn{7}, local_read, start, 8}) == Fault::none;
  }
};

std::uint32_t slot_of(Key key) { return key.value >> 12; }

}  // namespace

TEST_CASE("a key that died opens nothing and is not given out before its slot was used 2048 times more") {
  Table t(GENERATE(1, 2, 77));
  const Registered first = t.add();
  REQUIRE(t.keys.remove(first.lkey));
  std::uint32_t again = 0;
  while (again < 2047) {
    const Registered r = t.add();
    again += slot_of(r.lkey) == slot_of(first.lkey);
    if (r.lkey == first.lkey || r.lkey == first.rkey || r.rkey == first.lkey || r.rkey == first.rkey)
      FAIL("back after " << again << " registrations of its slot");
    if (t.opens(first.rkey) || t.opens(first.lkey)) FAIL("opens memory after " << again << " registrations");
    REQUIRE(t.keys.remove(r.lkey));
  }
}

TEST_CASE("lkey and rkey always differ, and no two living regions share one") {
  Table t(GENERATE(0, 1, 2, 3, 0xffffffffffffffff));
  Random random(1, "keys");
  std::vector<Registered> living;
  std::set<Key> given;
  for (int i = 0; i < 20'000; ++i) {
    if (living.size() > 300 || (!living.empty() && random.chance(0.4))) {
      const std::size_t which = random.below(living.size());
      std::swap(living[which], living.back());
      REQUIRE(t.keys.remove(living.back().lkey));
      given.erase(living.back().lkey);
      given.erase(living.back().rkey);
      living.pop_back();
      continue;
    }
    living.push_back(t.add());
    if (living.back().lkey == living.back().rkey) FAIL("the same key twice in registration " << i);
    if (!given.insert(living.back().lkey).second || !given.insert(living.back().rkey).second)
      FAIL("a key of another region in registration " << i);
  }
}

TEST_CASE("no key that a dead window may have had comes back before 2048 windows more, or as a region's ever") {
  Table t;
  const Key dead = t.keys.add_window(t.pd);
  REQUIRE(t.keys.remove_window(dead));
  // Its owner chose the low eight bits.
  const auto may_have_been = [&](Key k) { return (k.value ^ dead.value) <= 0xff; };
  for (int i = 0; i < 2047; ++i) {
    const Key window = t.keys.add_window(t.pd);
    if (may_have_been(window)) FAIL("back after " << i << " windows");
    REQUIRE(t.keys.remove_window(window));
  }
  for (int i = 0; i < 50'000; ++i) {
    const Registered r = t.add();
    if (may_have_been(r.lkey) || may_have_been(r.rkey)) FAIL("a region has it after " << i << " registrations");
    REQUIRE(t.keys.remove(r.lkey));
  }
}

TEST_CASE("a region stays while a window is bound to it") {
  Table t;
  const Registered r = t.add();
  const Key window = t.keys.add_window(t.pd);
  REQUIRE(t.keys.bind(window, r.lkey, Qpn{7}, t.pd, start, 64, remote_read) == Fault::none);
  CHECK_FALSE(t.keys.remove(r.lkey));
  CHECK(t.opens(window));
  REQUIRE(t.keys.invalidate(window, Qpn{7}, t.pd) == Fault::none);
  CHECK(t.keys.remove(r.lkey));
}
