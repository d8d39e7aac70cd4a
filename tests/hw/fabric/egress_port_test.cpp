#include "hw/fabric/egress_port.h"

#include "bench.h"
#include "hw/fabric/link.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

struct Line : Bench {
  explicit Line(Rate rate) : port(timeline, probe, rate, "p"), wall(timeline) { port.connect(wall); }

  PacketPtr of_priority(std::uint8_t priority, std::uint32_t length = 1000) {
    PacketPtr p = plain(length);
    p->priority = Priority{priority};
    return p;
  }

  EgressPort port;
  Wall wall;
};

}  // namespace

TEST_CASE("frames leave back to back with preamble and gap, exact at every rate") {
  struct Row {
    std::uint64_t gbps;
    Ps octet;
  };
  for (const Row row : {Row{100, 80}, Row{40, 200}, Row{25, 320}, Row{10, 800}}) {
    Line line(Rate::gbps(row.gbps));
    line.timeline.run_until(12'345);
    line.port.send(line.plain(1));   // padded to the minimum of 64 octets
    line.port.send(line.plain(60));  // is the minimum
    line.port.send(line.plain(61));  // is one above
    line.port.send(line.plain(1514));
    line.timeline.run_while_busy();

    const auto& a = line.wall.arrivals;
    REQUIRE(a.size() == 4);
    CHECK(a[0].called_at == 12'345);
    CHECK(a[0].first_bit == 12'345 + 8 * row.octet);
    CHECK(a[0].last_bit - a[0].first_bit == 64 * row.octet);
    CHECK(a[1].first_bit - a[0].first_bit == 84 * row.octet);
    CHECK(a[2].first_bit - a[1].first_bit == 84 * row.octet);
    CHECK(a[2].last_bit - a[2].first_bit == 65 * row.octet);
    CHECK(a[3].first_bit - a[2].first_bit == 85 * row.octet);
    CHECK(a[3].last_bit - a[3].first_bit == 1518 * row.octet);
    CHECK(line.port.free_at() == a[3].last_bit + 12 * row.octet);
  }
}

TEST_CASE("a saturated port costs one action a frame, an idle one none") {
  Line line(Rate::gbps(100));
  for (int i = 0; i < 100; ++i) line.port.send(line.plain(1000));
  line.timeline.run_while_busy();
  CHECK(line.timeline.steps() == 99);

  line.timeline.run_until(1_ms);
  line.port.send(line.plain(1000));
  line.timeline.run_while_busy();
  CHECK(line.timeline.steps() == 99);
  CHECK(line.wall.arrivals.size() == 101);
}

TEST_CASE("the highest priority goes first, MAC control before all, a frame in transmission finishes") {
  Line line(Rate::gbps(100));
  line.port.send(line.of_priority(0));
  line.port.send(line.of_priority(0));
  line.port.send(line.of_priority(3));
  line.port.send(line.of_priority(7));
  PacketPtr control = line.of_priority(0, 60);
  control->control = true;
  line.port.send(control);
  CHECK(line.port.next_up() == control.get());
  line.timeline.run_while_busy();

  std::vector<int> order;
  for (const auto& a : line.wall.arrivals) order.push_back(a.packet->control ? 8 : a.packet->priority.value);
  CHECK(order == std::vector<int>{0, 8, 7, 3, 0});
  CHECK(line.wall.arrivals[1].first_bit - line.wall.arrivals[0].first_bit == 1024 * 80);
  CHECK_THROWS_AS(line.port.send(line.of_priority(8)), std::out_of_range);
}

TEST_CASE("a paused priority waits, others and MAC control pass, a frame in transmission finishes") {
  Line line(Rate::gbps(100));
  line.port.send(line.of_priority(3));
  line.port.send(line.of_priority(3));
  line.port.pause(Priority{3}, 10_us);
  line.port.send(line.of_priority(1));
  line.timeline.run_while_busy();
  const auto& a = line.wall.arrivals;
  REQUIRE(a.size() == 3);
  CHECK(a[1].packet->priority == Priority{1});
  CHECK(a[1].called_at == 1024 * 80);
  CHECK(a[2].called_at == 10_us);
}

TEST_CASE("resume ends a pause at once, a shorter pause replaces a longer one") {
  Line line(Rate::gbps(100));
  line.port.pause(Priority{3});
  line.port.pause(Priority{4}, 50_us);
  line.port.send(line.of_priority(3));
  line.port.send(line.of_priority(4));
  line.timeline.run_until(5_us);
  CHECK(line.wall.arrivals.empty());
  line.port.resume(Priority{3});
  line.port.pause(Priority{4}, 20_us);
  line.timeline.run_while_busy();
  const auto& a = line.wall.arrivals;
  REQUIRE(a.size() == 2);
  CHECK(a[0].called_at == 5_us);
  CHECK(a[1].called_at == 20_us);
}

TEST_CASE("a pause that others overtake leaves no needless actions behind") {
  Line line(Rate::gbps(100));
  line.port.pause(Priority{3}, 200_us);
  line.port.send(line.of_priority(3));
  for (int i = 0; i < 100; ++i) line.port.send(line.of_priority(1));
  line.timeline.run_until(150_us);
  line.port.pause(Priority{3}, 180_us);
  for (int i = 0; i < 400; ++i) line.port.send(line.of_priority(1));
  line.timeline.run_while_busy();
  CHECK(line.wall.arrivals.size() == 501);
  CHECK(line.timeline.steps() <= 501 + 3);  // the pause's first end, its second, and the last frame's own
}

TEST_CASE("senders that keep to the mark keep the line full and the queue short") {
  Line line(Rate::gbps(100));
  int left = 50;
  const auto fill = [&](Priority p) {
    while (left > 0 && line.port.has_room(p)) {
      --left;
      line.port.send(line.of_priority(p.value));
      CHECK(line.port.queue(p).frames() <= 2);
    }
  };
  line.port.on_room(fill);
  fill(Priority{2});
  line.timeline.run_while_busy();
  CHECK(line.wall.arrivals.size() == 50);
  CHECK(line.port.free_at() == 50 * 1024 * 80);
}

TEST_CASE("two senders that share a port get equal turns") {
  Line line(Rate::gbps(100));
  std::vector<int> sent(2, 0);
  for (int me : {0, 1}) {
    line.port.on_room([&, me](Priority p) {
      while (line.timeline.now() < 100_us && line.port.has_room(p)) {
        ++sent[me];
        line.port.send(line.of_priority(p.value));
      }
    });
  }
  for (int i = 0; i < 3; ++i) line.port.send(line.of_priority(0));
  line.timeline.run_while_busy();
  CHECK(sent[0] + sent[1] > 1000);
  CHECK(std::abs(sent[0] - sent[1]) <= 1);
}

TEST_CASE("the waveform shows queue depth and what the line carries") {
  Line line(Rate::gbps(100));
  line.port.send(line.of_priority(0));
  PacketPtr ack = line.of_priority(0, 60);
  ack->payload = 0;
  line.port.send(ack);
  line.timeline.run_while_busy();

  std::map<Ps, std::uint64_t> state, queue;  // the last report of a time stands
  for (const Change& c : line.ear.changes) {
    (c.signal == line.ear.signals.at("p.line") ? state : queue)[c.t] = c.value;
  }
  CHECK(state == std::map<Ps, std::uint64_t>{{0, 1}, {81'920, 2}, {81'920 + 84 * 80, 0}});
  CHECK(queue == std::map<Ps, std::uint64_t>{{0, 64}, {81'920, 0}});
  CHECK(line.ear.in_the_past == 0);
}
