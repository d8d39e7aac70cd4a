#include "support/catch.h"
#include "transport/memory_keys.h"

using namespace rocelab;
using namespace rocelab::protection;

namespace {

struct Table {
  KeyTable keys;
  ProtectionDomain pd = keys.allocate_pd();
  Registered region = keys.add(pd, 0x1000, 0x1000, local_write | remote_write | remote_read | mw_bind, {0x5000});
  Key window = keys.add_window(pd);
  Qpn qp{7};

  Fault bind(Key as, Access access = remote_read) { return keys.bind(as, region.lkey, qp, pd, 0x1100, 0x100, access); }
  Fault read(Key key, Qpn on, Va at = 0x1100, std::uint64_t length = 8) {
    return keys.check({key, true, pd, on, remote_read, at, length});
  }
  Key next(Key k) const { return Key{(k.value & ~0xffu) | ((k.value + 1) & 0xff)}; }  // ibv_inc_rkey
};

}  // namespace

TEST_CASE("a window opens its part of the region, on its queue pair, under the key it was bound with") {
  Table t;
  CHECK(t.read(t.window, t.qp) == Fault::unknown_key);
  const Key key = t.next(t.window);
  REQUIRE(t.bind(key) == Fault::none);
  CHECK(t.read(key, t.qp) == Fault::none);
  CHECK(t.read(t.window, t.qp) == Fault::unknown_key);
  CHECK(t.read(key, Qpn{8}) == Fault::wrong_domain);
  CHECK(t.read(key, t.qp, 0x10ff) == Fault::out_of_bounds);
  CHECK(t.read(key, t.qp, 0x11f9) == Fault::out_of_bounds);
}

TEST_CASE("a window is found for removal by the key of before its bind as by the present one") {
  const bool by_old = GENERATE(true, false);
  Table t;
  const Key key = t.next(t.window);
  REQUIRE(t.bind(key) == Fault::none);
  CHECK(t.keys.has_windows(t.region.lkey));
  CHECK_FALSE(t.keys.remove_window(Key{key.value ^ 0x100}));
  CHECK(t.keys.remove_window(by_old ? t.window : key));
  CHECK_FALSE(t.keys.has_windows(t.region.lkey));
  CHECK(t.read(key, t.qp) == Fault::unknown_key);
  CHECK_FALSE(t.keys.remove_window(key));
}

TEST_CASE("an invalidated window opens nothing until it is bound again") {
  Table t;
  REQUIRE(t.bind(t.window) == Fault::none);
  CHECK(t.bind(t.next(t.window)) == Fault::cannot_bind);
  CHECK(t.keys.invalidate(t.window, Qpn{8}, t.pd) == Fault::wrong_domain);
  CHECK(t.keys.invalidate(t.window, t.qp, t.pd) == Fault::none);
  CHECK(t.keys.invalidate(t.window, t.qp, t.pd) == Fault::unknown_key);
  CHECK(t.read(t.window, t.qp) == Fault::unknown_key);
  CHECK(t.bind(t.next(t.window)) == Fault::none);
  CHECK(t.keys.invalidate(t.region.rkey, t.qp, t.pd) == Fault::cannot_invalidate);
}

TEST_CASE("a bind asks for MW_BIND, and for LOCAL_WRITE where the window lets the peer write") {
  Table t;
  const Registered no_bind = t.keys.add(t.pd, 0x9000, 64, local_write, {0x9000});
  const Registered no_write = t.keys.add(t.pd, 0xa000, 64, mw_bind, {0xa000});
  CHECK(t.keys.bind(t.window, no_bind.lkey, t.qp, t.pd, 0x9000, 8, remote_read) == Fault::cannot_bind);
  CHECK(t.keys.bind(t.window, no_write.lkey, t.qp, t.pd, 0xa000, 8, remote_write) == Fault::cannot_bind);
  CHECK(t.keys.bind(t.window, no_write.lkey, t.qp, t.pd, 0xa000, 8, remote_atomic) == Fault::cannot_bind);
  CHECK(t.keys.bind(t.window, no_write.lkey, t.qp, t.pd, 0xa000, 65, remote_read) == Fault::out_of_bounds);
  CHECK(t.keys.bind(t.window, no_write.lkey, t.qp, t.keys.allocate_pd(), 0xa000, 8, remote_read) ==
        Fault::wrong_domain);
  CHECK(t.keys.bind(t.window, no_write.lkey, t.qp, t.pd, 0xa000, 8, remote_read) == Fault::none);
}

TEST_CASE("a window of type 1 opens for its whole domain, moves when it is bound again, closes when bound to nothing") {
  Table t;
  t.window = t.keys.add_window(t.pd, KeyTable::WindowType::type_1);
  const Key first = t.next(t.window), second = t.next(first), third = t.next(second);
  REQUIRE(t.bind(first) == Fault::none);
  CHECK(t.read(first, t.qp) == Fault::none);
  CHECK(t.read(first, Qpn{8}) == Fault::none);
  CHECK(t.keys.check({first, true, t.keys.allocate_pd(), t.qp, remote_read, 0x1100, 8}) == Fault::wrong_domain);
  CHECK(t.keys.invalidate(first, t.qp, t.pd) == Fault::cannot_invalidate);
  REQUIRE(t.bind(second) == Fault::none);
  CHECK(t.read(first, t.qp) == Fault::unknown_key);
  CHECK(t.read(second, t.qp) == Fault::none);
  CHECK(t.keys.has_windows(t.region.lkey));
  REQUIRE(t.keys.bind(third, Key{}, t.qp, t.pd, 0, 0, local_read) == Fault::none);
  CHECK(t.read(third, t.qp) == Fault::unknown_key);
  CHECK_FALSE(t.keys.has_windows(t.region.lkey));
  CHECK(t.keys.remove_window(t.window));
}
