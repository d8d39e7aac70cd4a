#include "hw/fabric/deadlock.h"
#include "hw/fabric/glance.h"
#include "network_bench.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

/// A network under random load in both classes until 400 us, then silence: what was sent is delivered or dropped with a
/// cause, and every account is back at zero.
struct Loaded : Network {
  explicit Loaded(std::uint64_t seed) : random(seed, "conservation") {}

  SwitchConfig config(const std::string& name, std::size_t ports) {
    SwitchConfig c = lossless_switch(name, rates(ports, Rate::gbps(100)));
    c.profile = random.chance(0.5) ? SwitchProfile::cut_through() : SwitchProfile::store_and_forward();
    c.buffer.total = 2 << 20;
    c.buffer.lossy_limit = 20'000 + random.below(80'000);
    if (random.chance(0.3)) c.buffer.xoff.reset();
    if (random.chance(0.3)) c.pause.kind = PauseKind::none;
    if (random.chance(0.5)) c.red = Red{20'000, 60'000, 0.5}, c.marks = 1 << 3;
    if (random.chance(0.5)) c.mark_at = MarkAt::enqueue;
    if (random.chance(0.5)) c.weights = Dwrr::Weights{1, 0, 0, 3, 0, 0, 0, 0};
    if (random.chance(0.5)) c.watchdog = {Watchdog::Action::drop, 50_us, 50_us};
    return c;
  }

  void add_hosts(std::size_t n, bool heeds) {
    for (std::size_t i = 0; i < n; ++i) {
      add_host(Rate::gbps(100));
      if (heeds) hosts[i].mac.set_lossless(pool, lossless_host(i));
    }
  }

  void load() {
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      for (const std::uint8_t dscp : {std::uint8_t{0}, std::uint8_t{26}}) {
        timeline.at(static_cast<Ps>(random.below(20'000'000)), [this, i, dscp] {
          saturate(hosts[i], dscp >> 3, [this, i, dscp] {
            if (timeline.now() >= 400_us) return PacketPtr{};
            std::size_t to = random.below(hosts.size() - 1);
            to += to >= i;
            const auto length = static_cast<std::uint32_t>(60 + random.below(4000));
            return frame(length, to, dscp, wire::Ecn::ect0);
          });
        });
      }
    }
  }

  void settle() {
    timeline.run_until(5_ms);
    std::uint64_t sent = 0, received = 0;
    for (const Host& h : hosts) sent += h.sent, received += h.frames;
    CHECK(sent > 1000);
    CHECK(received + ear.counts["dropped"] == sent);
    std::uint64_t by_cause = 0;
    for (const auto& [id, n] : ear.counts) by_cause += id.rfind("dropped.", 0) == 0 ? n : 0;
    CHECK(by_cause == ear.counts["dropped"]);
    for (const Switch& sw : switches) CHECK(sw.buffer().empty());
    ear.frames.clear();
    CHECK(pool.alive() == 0);
  }

  Random random;
};

constexpr Ps cable = 50'000;

}  // namespace

TEST_CASE("conservation: one switch with eight hosts") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    INFO(seed);
    Loaded n(seed);
    n.add_hosts(8, seed % 3 != 0);
    Switch& sw = n.add_switch(n.config("sw0", 8));
    for (std::size_t i = 0; i < 8; ++i) n.plug(n.hosts[i], sw, i, cable), sw.attach(i, i + 1);
    n.load();
    n.settle();
  }
}

TEST_CASE("conservation: two switches with a trunk") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    INFO(seed);
    Loaded n(seed);
    n.add_hosts(6, seed % 3 != 0);
    Switch& a = n.add_switch(n.config("sw0", 4));
    Switch& b = n.add_switch(n.config("sw1", 4));
    n.plug(a, 3, b, 3, cable);
    for (std::size_t i = 0; i < 6; ++i) {
      Switch& near = i < 3 ? a : b;
      Switch& far = i < 3 ? b : a;
      n.plug(n.hosts[i], near, i % 3, cable);
      near.attach(i % 3, i + 1);
      far.attach(3, i + 1);
    }
    n.load();
    n.settle();
  }
}

TEST_CASE("conservation: leaves and spines with two equal ways") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    INFO(seed);
    Loaded n(seed);
    n.add_hosts(6, seed % 3 != 0);
    for (int i = 0; i < 3; ++i) n.add_switch(n.config("leaf" + std::to_string(i), 4));
    for (int i = 0; i < 2; ++i) n.add_switch(n.config("spine" + std::to_string(i), 3));
    for (std::size_t leaf = 0; leaf < 3; ++leaf) {
      for (std::size_t spine = 0; spine < 2; ++spine) {
        n.plug(n.switches[leaf], 2 + spine, n.switches[3 + spine], leaf, cable);
      }
    }
    for (std::size_t i = 0; i < 6; ++i) {
      n.plug(n.hosts[i], n.switches[i / 2], i % 2, cable);
      for (std::size_t leaf = 0; leaf < 3; ++leaf) {
        if (leaf == i / 2) n.switches[leaf].attach(i % 2, i + 1);
        if (leaf != i / 2) n.switches[leaf].attach(2, i + 1), n.switches[leaf].attach(3, i + 1);
      }
      for (std::size_t spine = 3; spine < 5; ++spine) n.switches[spine].attach(i / 2, i + 1);
    }
    n.load();
    n.settle();
  }
}

TEST_CASE("conservation: a ring with shortest ways") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    INFO(seed);
    Loaded n(seed);
    n.add_hosts(6, seed % 3 != 0);
    for (int i = 0; i < 3; ++i) n.add_switch(n.config("sw" + std::to_string(i), 4));
    for (std::size_t i = 0; i < 3; ++i) n.plug(n.switches[i], 2, n.switches[(i + 1) % 3], 3, cable);
    for (std::size_t i = 0; i < 6; ++i) {
      n.plug(n.hosts[i], n.switches[i / 2], i % 2, cable);
      n.switches[i / 2].attach(i % 2, i + 1);
      n.switches[(i / 2 + 2) % 3].attach(2, i + 1);  // the one before it
      n.switches[(i / 2 + 1) % 3].attach(3, i + 1);
    }
    n.load();
    n.settle();
  }
}

TEST_CASE("equal ways share flows by their hash and keep each flow on one of them") {
  Network n;
  for (std::size_t i = 0; i < 2; ++i) n.add_host(Rate::gbps(100));
  SwitchConfig c = lossless_switch("sw0", rates(4, Rate::gbps(100)));
  c.pause.kind = PauseKind::none;
  Switch& a = n.add_switch(c);
  Switch& b = n.add_switch(c);
  n.plug(n.hosts[0], a, 0, cable);
  n.plug(n.hosts[1], b, 0, cable);
  for (std::size_t way = 1; way < 4; ++way) n.plug(a, way, b, way, cable), a.attach(way, 2);
  b.attach(0, 2);
  const auto packet = [&n](std::uint16_t flow) {
    PacketPtr p = n.frame(100, 1, 0);
    wire::put8(p->data + 23, 17);
    wire::put16(p->data + 34, static_cast<std::uint16_t>(0xc000 + flow));
    return p;
  };
  for (std::uint16_t flow = 0; flow < 300; ++flow) n.hosts[0].mac.egress().send(packet(flow));
  n.timeline.run_while_busy();
  CHECK(n.hosts[1].frames == 300);
  std::array<unsigned, 3> share{};
  for (std::uint16_t flow = 0; flow < 300; ++flow) {
    CHECK(flow_hash(*packet(flow)) == flow_hash(*packet(flow)));
    ++share[flow_hash(*packet(flow)) % 3];
  }
  for (const unsigned s : share) CHECK(s > 60);
}

TEST_CASE("a circle of full buffers is found and named and a line of them is none") {
  for (const bool circle : {true, false}) {
    Network n;
    for (std::size_t i = 0; i < 3; ++i) {
      n.add_switch(lossless_switch("sw" + std::to_string(i), rates(3, Rate::gbps(100))));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      n.add_host(Rate::gbps(100)).mac.set_lossless(n.pool, lossless_host(i));
      n.plug(n.hosts[i], n.switches[i], 0, cable);
      n.switches[i].attach(0, i + 1);
    }
    std::vector<DeadlockDetector::Trunk> trunks;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t next = (i + 1) % 3;
      n.plug(n.switches[i], 1, n.switches[next], 2, cable);
      trunks.push_back({&n.switches[i], 1, &n.switches[next], 2});
    }
    // Clockwise, two hops each; without the circle the third flow stays away.
    for (std::size_t to = 0; to < 3; ++to) {
      n.switches[(to + 1) % 3].attach(1, to + 1);
      n.switches[(to + 2) % 3].attach(1, to + 1);
    }
    for (std::size_t from = 0; from < (circle ? 3u : 2u); ++from) {
      n.saturate(n.hosts[from], 3,
                 [&n, from] { return n.timeline.now() < 200_us ? n.frame(1500, (from + 2) % 3, 26) : PacketPtr{}; });
    }
    const DeadlockDetector detector(trunks, Priority{3});
    n.timeline.run_until(2_ms);
    const auto cycle = detector.cycle();
    CHECK(cycle.size() == (circle ? 3 : 0));
    CHECK(n.ear.counts["dropped"] == 0);
    if (circle) CHECK_THAT(DeadlockDetector::name(cycle), Contains("sw0.port1 → sw1.port1 → sw2.port1"));
    if (!circle) CHECK(n.hosts[2].frames == n.hosts[0].sent);
  }
}
