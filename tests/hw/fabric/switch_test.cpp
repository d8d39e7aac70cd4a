#include "hw/fabric/switch.h"

#include "bench.h"
#include "hw/fabric/link.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

constexpr Ps octet_100g = 80;

/// Hosts 0…n-1 as bare egress ports, each on a cable of its own to a switch port; MAC address of host i is i + 1.
struct Star : Bench {
  Star(SwitchConfig config, Ps propagation = 10'000, FabricStages stages = {})
      : device(timeline, probe, pool, config, 42) {
    for (std::size_t i = 0; i < device.ports(); ++i) {
      const Rate rate = config.rates[i];
      hosts.emplace_back(timeline, probe, rate, "h" + std::to_string(i));
      up.emplace_back(timeline, probe, propagation, stages);
      down.emplace_back(timeline, probe, propagation, stages);
      walls.emplace_back(timeline);
      hosts[i].connect(up[i]);
      up[i].connect(device.ingress(i));
      device.egress(i).connect(down[i]);
      down[i].connect(walls[i]);
      device.attach(i, i + 1);
    }
  }

  std::deque<EgressPort> hosts;
  std::deque<Link> up, down;
  std::deque<Wall> walls;
  Switch device;
};

SwitchConfig of(std::vector<Rate> rates, SwitchProfile profile) {
  SwitchConfig config;
  config.name = "sw";
  config.rates = std::move(rates);
  config.profile = profile;
  return config;
}

const Rate r100 = Rate::gbps(100), r40 = Rate::gbps(40), r25 = Rate::gbps(25);

}  // namespace

TEST_CASE("store-and-forward: last bit in to first bit out is the latency, to the picosecond") {
  Star star(of({r100, r100}, SwitchProfile::store_and_forward()));
  star.hosts[0].send(star.plain(1118, 2));
  star.timeline.run_while_busy();
  REQUIRE(star.walls[1].arrivals.size() == 1);
  const Arrival& a = star.walls[1].arrivals[0];
  const Ps last_bit_in = 8 * octet_100g + 1122 * octet_100g + 10'000;
  CHECK(a.first_bit == last_bit_in + 450'000 + 10'000);
  CHECK(a.last_bit == a.first_bit + 1122 * octet_100g);
}

TEST_CASE("cut-through: first bit in to first bit out is the latency at any length") {
  for (std::uint32_t length : {60u, 1118u, 9000u}) {
    Star star(of({r100, r100}, SwitchProfile::cut_through()));
    star.hosts[0].send(star.plain(length, 2));
    star.timeline.run_while_busy();
    REQUIRE(star.walls[1].arrivals.size() == 1);
    CHECK(star.walls[1].arrivals[0].first_bit == 8 * octet_100g + 10'000 + 300'000 + 10'000);
  }
}

TEST_CASE("cut-through to a faster line waits for the octets, to a slower one does not") {
  {
    Star star(of({r25, r100}, SwitchProfile::cut_through()));
    star.hosts[0].send(star.plain(8996, 2));
    star.timeline.run_while_busy();
    const Arrival& a = star.walls[1].arrivals.at(0);
    const Ps last_bit_in = 8 * 320 + 9000 * 320 + 10'000;
    CHECK(a.last_bit == last_bit_in + 300'000 + 10'000);
    CHECK(a.first_bit == a.last_bit - 9000 * octet_100g);
  }
  {
    Star star(of({r100, r40}, SwitchProfile::cut_through()));
    star.hosts[0].send(star.plain(8996, 2));
    star.timeline.run_while_busy();
    CHECK(star.walls[1].arrivals.at(0).first_bit == 8 * octet_100g + 10'000 + 300'000 + 10'000);
  }
}

TEST_CASE("back-to-back frames of any lengths stay back to back and never wait") {
  for (const SwitchProfile profile : {SwitchProfile::cut_through(), SwitchProfile::store_and_forward()}) {
    Star star(of({r100, r100}, profile));
    for (int i = 0; i < 100; ++i) star.hosts[0].send(star.plain(1118, 2));
    star.timeline.run_while_busy();
    const auto& a = star.walls[1].arrivals;
    REQUIRE(a.size() == 100);
    for (std::size_t i = 1; i < a.size(); ++i) CHECK(a[i].first_bit - a[i - 1].first_bit == 1142 * octet_100g);
    CHECK(star.timeline.steps() <= 2 * 2 * 100);  // two actions a frame and hop
  }
}

TEST_CASE("two senders to one port share its line, what does not fit is dropped at the tail") {
  SwitchConfig config = of({r100, r100, r100}, SwitchProfile::cut_through());
  config.buffer.lossy_limit = 10 * 1122;
  Star star(config);
  for (int i = 0; i < 100; ++i) {
    star.hosts[0].send(star.plain(1118, 3));
    star.hosts[1].send(star.plain(1118, 3));
  }
  star.timeline.run_while_busy();
  const auto& a = star.walls[2].arrivals;
  for (std::size_t i = 1; i < a.size(); ++i) CHECK(a[i].first_bit - a[i - 1].first_bit == 1142 * octet_100g);
  // 100 leave while 200 come in, 10 more wait at the end.
  CHECK(a.size() == 110);
  CHECK(star.ear.counts["dropped"] == 90);
  CHECK(star.ear.counts["dropped.tail"] == 90);
}

TEST_CASE("a full priority does not drop another's frames") {
  SwitchConfig config = of({r100, r100, r100}, SwitchProfile::cut_through());
  config.buffer.lossy_limit = 2 * 1122;
  Star star(config);
  for (int i = 0; i < 20; ++i) {
    PacketPtr urgent = star.plain(1118, 3);
    urgent->priority = Priority{5};
    if (i % 2 == 0) star.hosts[0].send(urgent);
    star.hosts[1].send(star.plain(1118, 3));
  }
  star.timeline.run_while_busy();
  std::size_t arrived = 0;
  for (const Arrival& a : star.walls[2].arrivals) arrived += a.packet->priority == Priority{5};
  CHECK(arrived == 10);
  CHECK(star.ear.counts["dropped.tail"] > 0);
}

TEST_CASE("bad FCS ends in a store-and-forward switch and passes through a cut-through one") {
  for (const bool stores : {true, false}) {
    Star star(of({r100, r100}, stores ? SwitchProfile::store_and_forward() : SwitchProfile::cut_through()));
    PacketPtr bad = star.plain(100, 2);
    bad->fcs_bad = true;
    star.hosts[0].send(bad);
    star.timeline.run_while_busy();
    CHECK(star.walls[1].arrivals.size() == (stores ? 0 : 1));
    CHECK(star.ear.counts["fcs_errors"] == (stores ? 1 : 0));
    CHECK(star.ear.counts["dropped"] == 0);
  }
}

TEST_CASE("an unknown destination is a counted drop") {
  Star star(of({r100, r100}, SwitchProfile::cut_through()));
  star.hosts[0].send(star.plain(100, 99));
  star.timeline.run_while_busy();
  CHECK(star.ear.counts["dropped.unknown_destination"] == 1);
  CHECK(star.pool.alive() == 0);
}

TEST_CASE("network.loss takes its share of lossy data frames, none of lossless ones, none of headers") {
  SwitchConfig config = of({r100, r100}, SwitchProfile::cut_through());
  config.loss = 0.02;
  const int n = 20'000;
  Star star(config);
  for (int i = 0; i < n; ++i) {
    PacketPtr lossy = star.plain(60, 2), lossless = star.plain(60, 2), header = star.plain(60, 2);
    lossless->lossless = true;
    header->payload = 0;
    for (PacketPtr* p : {&lossy, &lossless, &header}) star.hosts[0].send(std::move(*p));
  }
  star.timeline.run_while_busy();
  const double lost = static_cast<double>(star.ear.counts["dropped.loss"]);
  CHECK(std::abs(lost - n * 0.02) < 4 * 19.8);  // sigma = sqrt(n p (1 - p))
  CHECK(star.walls[1].arrivals.size() == 3 * n - star.ear.counts["dropped.loss"]);
  std::size_t lossless = 0, headers = 0;
  for (const Arrival& a : star.walls[1].arrivals) {
    lossless += a.packet->lossless;
    headers += a.packet->payload == 0;
  }
  CHECK(lossless == n);
  CHECK(headers == n);
}

TEST_CASE("the loss stand-in rests while it is held") {
  SwitchConfig config = of({r100, r100}, SwitchProfile::cut_through());
  config.loss = 1;
  Star star(config);
  star.device.hold_loss();
  star.hosts[0].send(star.plain(100, 2));
  star.timeline.run_while_busy();
  star.device.start_loss();
  star.hosts[0].send(star.plain(100, 2));
  star.timeline.run_while_busy();
  CHECK(star.walls[1].arrivals.size() == 1);
}

TEST_CASE("wire and switch spans join into one path from NIC to NIC, also while frames queue") {
  const Stage path{"rdma.wire", Unit::wire, "wire"};
  for (const SwitchProfile profile : {SwitchProfile::cut_through(), SwitchProfile::store_and_forward()}) {
    SwitchConfig config = of({r100, r100, r100}, profile);
    config.stages = {nullptr, &switch_stage, &path};
    Star star(config, 10'000, {&wire_stage, nullptr, &path});
    for (int i = 0; i < 5; ++i) {
      star.hosts[0].send(star.plain(1118, 3));
      star.hosts[1].send(star.plain(1118, 3));
    }
    star.timeline.run_while_busy();

    std::vector<std::pair<Ps, Ps>> spans;
    for (const Span& s : star.ear.spans) {
      if (s.stage == &path) spans.emplace_back(s.begin, s.end);
    }
    std::sort(spans.begin(), spans.end());
    Ps end = spans.front().first;
    CHECK(end == 8 * octet_100g);
    for (const auto& [begin, until] : spans) {
      CHECK(begin <= end);
      end = std::max(end, until);
    }
    CHECK(end == star.walls[2].arrivals.back().last_bit);
    CHECK(star.ear.in_the_past == 0);
  }
}

TEST_CASE("a frame that waits two turns is in the switch from its forwarding to its first bit out") {
  SwitchConfig config = of({r100, r100, r100, r100}, SwitchProfile::cut_through());
  config.stages.switching = &switch_stage;
  Star star(config);
  for (std::uint32_t host = 0; host < 3; ++host) {
    PacketPtr p = star.plain(1118, 4);
    p->tag.flow = FlowId{host};
    star.hosts[host].send(std::move(p));
  }
  star.timeline.run_while_busy();
  const auto& arrivals = star.walls[3].arrivals;
  REQUIRE(arrivals.size() == 3);
  const Ps first_bit_in = 8 * octet_100g + 10'000;
  for (const Arrival& a : arrivals) {
    Ps end = first_bit_in;
    for (const Span& s : star.ear.spans) {
      if (s.tag.flow != a.packet->tag.flow) continue;
      CHECK(s.begin <= end);
      end = std::max(end, s.end);
    }
    CHECK(end == a.first_bit - 10'000);
  }
  CHECK(arrivals[2].first_bit - arrivals[0].first_bit == 2 * 1142 * octet_100g);
}

TEST_CASE("every frame is delivered or dropped with a cause, and two runs are equal") {
  const auto run = [] {
    SwitchConfig config = of({r100, r40, r25, r100}, SwitchProfile::cut_through());
    config.buffer.lossy_limit = 20'000;
    config.loss = 0.05;
    Star star(config);
    Random random(7, "traffic");
    const int n = 5'000;
    for (int i = 0; i < n; ++i) {
      star.timeline.at(static_cast<Ps>(random.below(100'000'000)), [&star, &random] {
        PacketPtr p = star.plain(14 + static_cast<std::uint32_t>(random.below(1500)), 1 + random.below(5));
        p->priority = Priority{static_cast<std::uint8_t>(random.below(8))};
        star.hosts[random.below(4)].send(std::move(p));
      });
    }
    star.timeline.run_while_busy();
    std::size_t delivered = 0;
    std::vector<Ps> times;
    for (Wall& wall : star.walls) {
      delivered += wall.arrivals.size();
      for (const Arrival& a : wall.arrivals) times.push_back(a.last_bit);
      wall.arrivals.clear();
    }
    const auto& counts = star.ear.counts;
    CHECK(delivered + counts.at("dropped") == n);
    CHECK(counts.at("dropped.tail") > 0);
    CHECK(counts.at("dropped.loss") > 0);
    CHECK(counts.at("dropped") ==
          counts.at("dropped.tail") + counts.at("dropped.loss") + counts.at("dropped.unknown_destination"));
    CHECK(star.pool.alive() == 0);
    return times;
  };
  CHECK(run() == run());
}
