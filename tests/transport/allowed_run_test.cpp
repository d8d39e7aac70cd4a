#include "transport/allowed_run.h"

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::protection;

namespace {

constexpr Va start = 0x10'0000;

/// A region of four pages, the last of which lies elsewhere on the bus.
struct Owner {
  KeyTable keys;
  ProtectionDomain domain = keys.allocate_pd();
  Registered region = keys.add(domain, start, 4 * 4096, local_write | remote_write, {0x8000, 0x9000, 0xa000, 0xf000});
  std::vector<Piece> pieces;

  Request request(Va from, std::uint64_t length) const {
    return {region.rkey, true, domain, Qpn{1}, remote_write, from, length};
  }
};

/// Says how often it was asked.
struct Twin : MrCheck {
  mutable int asked = 0;
  Fault operator()(const Request& request, const Region& region) const override {
    ++asked;
    return MrCheck::operator()(request, region);
  }
};

}  // namespace

TEST_CASE("what follows an allowed access is found without the keys, as far as it is one run on the bus") {
  Owner owner;
  AllowedRun run;
  run.begin(owner.keys, owner.request(start + 1000, 4 * 4096 - 1000));
  REQUIRE(run.take(owner.keys, 8192, owner.pieces));
  REQUIRE(owner.pieces.size() == 1);
  CHECK(owner.pieces[0].address == 0x8000 + 1000);
  CHECK(owner.pieces[0].length == 8192);
  owner.pieces.clear();
  CHECK(!run.take(owner.keys, 4096, owner.pieces));  // reaches into the page that lies elsewhere
  REQUIRE(run.take(owner.keys, 3 * 4096 - 1000 - 8192, owner.pieces));
  CHECK(owner.pieces[0].address == 0x8000 + 1000 + 8192);
  owner.pieces.clear();
  CHECK(!run.take(owner.keys, 1, owner.pieces));
}

TEST_CASE("a run ends when any key, region or window may have changed") {
  Owner owner;
  const auto goes_on_after = [&](auto change) {
    AllowedRun run;
    run.begin(owner.keys, owner.request(start, 4096));
    owner.pieces.clear();
    REQUIRE(run.take(owner.keys, 1024, owner.pieces));
    change();
    owner.pieces.clear();
    return run.take(owner.keys, 1024, owner.pieces);
  };
  CHECK(goes_on_after([] {}));
  Key window{};
  CHECK(!goes_on_after([&] { owner.keys.add(owner.domain, start, 4096, local_write, {0x20000}); }));
  CHECK(!goes_on_after([&] { window = owner.keys.add_window(owner.domain); }));
  CHECK(!goes_on_after(
      [&] { owner.keys.bind(window, owner.region.lkey, Qpn{1}, owner.domain, start, 4096, remote_write); }));
  CHECK(!goes_on_after([&] { owner.keys.invalidate(window, Qpn{1}, owner.domain); }));
  CHECK(!goes_on_after([&] { owner.keys.remove_window(window); }));
  CHECK(!goes_on_after([&] { owner.keys.remove(owner.region.lkey); }));
}

TEST_CASE("what the check does not allow begins no run") {
  Owner owner;
  AllowedRun run;
  run.begin(owner.keys, owner.request(start + 4096, 4 * 4096));
  CHECK(!run.take(owner.keys, 1, owner.pieces));
  run.begin(owner.keys, owner.request(start, 4096));
  run.end();
  CHECK(!run.take(owner.keys, 1, owner.pieces));
}

TEST_CASE("a twin of the check is asked for every access") {
  Owner owner;
  Twin twin;
  owner.keys.use(twin);
  AllowedRun run;
  run.begin(owner.keys, owner.request(start, 4096));
  CHECK(!run.take(owner.keys, 1024, owner.pieces));
  CHECK(twin.asked == 0);  // and sees nothing but accesses
}
