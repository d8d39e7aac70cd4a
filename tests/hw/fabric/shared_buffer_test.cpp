#include "hw/fabric/switch/shared_buffer.h"

#include <deque>

#include "support/catch.h"
#include "tlm/random.h"

using namespace rocelab;
using namespace rocelab::fabric;
using Verdict = SharedBuffer::Verdict;

namespace {

constexpr Priority lossy{0}, lossless{3};
constexpr std::uint32_t kilo = 980;  // a lossless frame that takes 1000 octets, preamble and gap among them

/// Two ports, 100 000 octets, priority 3 protected.
BufferSettings settings() {
  BufferSettings s;
  s.total = 100'000;
  s.lossless = 1 << 3;
  s.headroom = {10'000, 10'000};
  s.lossy_limit = 20'000;
  s.xoff = 30'000;
  s.hysteresis = 5'000;
  return s;
}

unsigned fill(SharedBuffer& b, Priority p, unsigned frames) {
  unsigned taken = 0;
  for (unsigned i = 0; i < frames; ++i) taken += b.take(0, 1, p, p == lossless ? kilo : 1000) == Verdict::taken;
  return taken;
}

}  // namespace

TEST_CASE("a lossy queue is dropped at its static limit") {
  SharedBuffer b(settings(), 2);
  CHECK(fill(b, lossy, 20) == 20);
  CHECK(b.take(0, 1, lossy, 1000) == Verdict::egress_full);
  CHECK(b.take(0, 0, lossy, 1000) == Verdict::taken);  // another queue has its own
  CHECK(b.ingress(0, lossy).shared == 21'000);
}

TEST_CASE("a dynamic limit is alpha times what is free") {
  for (const double alpha : {0.5, 1.0, 4.0}) {
    BufferSettings s = settings();
    s.lossy_limit.reset();
    s.alpha = alpha;
    SharedBuffer b(s, 2);
    const double size = 80'000;  // without headroom
    // q = alpha (size - q) where it stops growing
    const double rest = alpha / (1 + alpha) * size;
    CHECK(fill(b, lossy, 200) * 1000.0 == Approx(rest).margin(1000));
  }
}

TEST_CASE("the pool is full before a queue is: another cause") {
  BufferSettings s = settings();
  s.lossy_limit = 1'000'000;
  SharedBuffer b(s, 2);
  CHECK(fill(b, lossy, 200) == 80);
  CHECK(b.take(0, 1, lossy, 1000) == Verdict::pool_full);
}

TEST_CASE("lossless goes to XOFF in the shared pool and then into headroom") {
  SharedBuffer b(settings(), 2);
  CHECK(fill(b, lossless, 29) == 29);
  CHECK_FALSE(b.above_xoff(0, lossless));
  CHECK(fill(b, lossless, 1) == 1);
  CHECK(b.above_xoff(0, lossless));
  CHECK(b.ingress(0, lossless).headroom == 0);
  CHECK(fill(b, lossless, 10) == 10);
  CHECK(b.ingress(0, lossless).headroom == 10'000);
  CHECK(b.take(0, 1, lossless, kilo) == Verdict::headroom_full);
  CHECK(b.take(1, 1, lossless, kilo) == Verdict::taken);  // another ingress has its own
}

TEST_CASE("the frame that crosses XOFF stays whole in the shared pool") {
  SharedBuffer b(settings(), 2);
  b.take(0, 1, lossless, 29'979);
  CHECK(b.take(0, 1, lossless, 8980) == Verdict::taken);
  CHECK(b.ingress(0, lossless).shared == 38'999);
  CHECK(b.ingress(0, lossless).headroom == 0);
}

TEST_CASE("XON comes with empty headroom and hysteresis below XOFF") {
  SharedBuffer b(settings(), 2);
  fill(b, lossless, 35);
  for (int i = 0; i < 5; ++i) b.release(0, 1, lossless, kilo);
  CHECK(b.ingress(0, lossless).headroom == 0);
  CHECK_FALSE(b.below_xon(0, lossless));
  for (int i = 0; i < 4; ++i) b.release(0, 1, lossless, kilo);
  CHECK_FALSE(b.below_xon(0, lossless));
  b.release(0, 1, lossless, kilo);
  CHECK(b.below_xon(0, lossless));
}

TEST_CASE("what is reserved is there however full the pool is") {
  BufferSettings s = settings();
  s.reserved = 2'000;
  SharedBuffer b(s, 2);
  for (int i = 0; i < 200; ++i) b.take(0, 1, lossy, 1000);
  CHECK(b.take(1, 1, lossy, 1000) == Verdict::taken);
  CHECK(b.ingress(1, lossy).reserved == 1000);
}

TEST_CASE("headroom that leaves nothing to share is refused") {
  BufferSettings s = settings();
  s.headroom = {60'000, 60'000};
  CHECK_THROWS_WITH(SharedBuffer(s, 2), Contains("leave nothing to share"));
}

TEST_CASE("after any traffic all accounts are at zero and no pool was ever overdrawn") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed, "buffer");
    BufferSettings s = settings();
    s.reserved = random.below(3) * 1000;
    if (random.chance(0.5)) s.xoff.reset();
    if (random.chance(0.5)) s.lossy_limit.reset();
    SharedBuffer b(s, 2);
    struct Frame {
      std::size_t in, out;
      Priority p;
      std::uint32_t octets;
    };
    std::deque<Frame> inside;
    const auto cost = [](Priority p, std::uint32_t n) { return n + (p == lossless ? 20u : 0u); };
    std::uint64_t octets = 0;
    for (int i = 0; i < 20'000; ++i) {
      if (random.chance(0.55)) {
        const Frame f{random.below(2), random.below(2), random.chance(0.5) ? lossy : lossless,
                      static_cast<std::uint32_t>(64 + random.below(9000))};
        if (b.take(f.in, f.out, f.p, f.octets) == Verdict::taken) inside.push_back(f), octets += cost(f.p, f.octets);
      } else if (!inside.empty()) {
        const Frame f = inside.front();
        inside.pop_front();
        b.release(f.in, f.out, f.p, f.octets);
        octets -= cost(f.p, f.octets);
      }
      std::uint64_t booked = 0;
      for (std::size_t port = 0; port < 2; ++port) {
        for (const Priority p : {lossy, lossless}) {
          booked += b.ingress(port, p).all();
          REQUIRE(b.ingress(port, p).headroom <= 10'000);
        }
      }
      REQUIRE(booked == octets);
      REQUIRE(octets <= s.total);
      REQUIRE(b.shared_used() <= b.shared_size());
    }
    for (const Frame& f : inside) b.release(f.in, f.out, f.p, f.octets);
    CHECK(b.empty());
  }
}
