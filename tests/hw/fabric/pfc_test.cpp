#include <deque>

#include "bench.h"
#include "hw/fabric/link.h"
#include "hw/fabric/pfc/headroom.h"
#include "hw/fabric/switch.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

const Rate r100 = Rate::gbps(100);

std::string hex(const Packet& p) {
  std::string text;
  for (std::uint32_t i = 0; i < p.length; ++i) {
    char two[3];
    std::snprintf(two, sizeof two, "%02x", p.data[i]);
    text += two;
  }
  return text;
}

std::string zeros(std::size_t octets) { return std::string(2 * octets, '0'); }

/// A port whose pause frames run into a wall, and one that receives what the test makes.
struct Pausing : Bench {
  explicit Pausing(PauseKind kind = PauseKind::priority) : port(timeline, probe, r100, "p"), wall(timeline) {
    settings.kind = kind;
    settings.address = 0x020000000001;
    port.connect(wall);
  }
  PauseSender sender() { return {timeline, probe, pool, port, settings, Tag{}}; }
  PauseReceiver receiver() { return {timeline, port, settings}; }

  PacketPtr pfc(std::uint8_t enabled, std::array<std::uint16_t, 8> quanta) {
    PacketPtr p = pool.make(60);
    p->length = 60;
    p->control = true;
    wire::PfcFrame f;
    f.enabled = enabled;
    f.quanta = quanta;
    f.encode(p->data, 2);
    return p;
  }
  PacketPtr in_priority(std::uint8_t priority, std::uint32_t length = 1000) {
    PacketPtr p = plain(length);
    p->priority = Priority{priority};
    return p;
  }

  PauseSettings settings;
  EgressPort port;
  Wall wall;
};

}  // namespace

TEST_CASE("XOFF and XON of priority 3 are the golden frames to the octet") {
  Pausing b;
  auto sender = b.sender();
  sender.pause(Priority{3});
  sender.resume(Priority{3});
  b.timeline.run_until(1_us);
  REQUIRE(b.wall.arrivals.size() == 2);
  CHECK(hex(*b.wall.arrivals[0].packet) == "0180c2000001020000000001880801010008000000000000ffff" + zeros(34));
  CHECK(hex(*b.wall.arrivals[1].packet) == "0180c20000010200000000018808010100080000000000000000" + zeros(34));
  CHECK(b.wall.arrivals[0].packet->frame_bytes() == 64);
  CHECK(b.ear.counts["pauses"] == 1);
}

TEST_CASE("plain PAUSE is the golden frame to the octet and knows one state") {
  Pausing b(PauseKind::link);
  b.settings.quanta = 0x1234;
  auto sender = b.sender();
  sender.pause(Priority{3});
  sender.pause(Priority{4});
  sender.resume(Priority{3});
  b.timeline.run_until(1_us);
  REQUIRE(b.wall.arrivals.size() == 1);
  CHECK(hex(*b.wall.arrivals[0].packet) == "0180c2000001020000000001880800011234" + zeros(42));
  sender.resume(Priority{4});
  b.timeline.run_until(2_us);
  CHECK(b.wall.arrivals.size() == 2);
}

TEST_CASE("XOFF is sent again after half of the pause time while it holds and not after XON") {
  Pausing b;
  auto sender = b.sender();
  sender.pause(Priority{3});
  const Ps half = quanta(0xffff, r100) / 2;
  b.timeline.run_until(10 * half + 1_us);
  CHECK(b.wall.arrivals.size() == 11);
  sender.resume(Priority{3});
  b.timeline.run_until(20 * half);
  CHECK(b.wall.arrivals.size() == 12);
}

TEST_CASE("a pause frame goes ahead of queued data and behind the frame being sent") {
  Pausing b;
  for (int i = 0; i < 5; ++i) b.port.send(b.in_priority(7));
  auto sender = b.sender();
  sender.pause(Priority{3});
  b.timeline.run_while_busy(10_us);
  REQUIRE(b.wall.arrivals.size() >= 3);
  CHECK_FALSE(b.wall.arrivals[0].packet->control);
  CHECK(b.wall.arrivals[1].packet->control);
}

TEST_CASE("a paused priority stops at a frame boundary after the response time and the others go on") {
  Pausing b;
  auto receiver = b.receiver();
  for (int i = 0; i < 20; ++i) b.port.send(b.in_priority(3)), b.port.send(b.in_priority(2));
  const Ps response = quanta(60, r100);
  receiver.frame(*b.pfc(1 << 3, {0, 0, 0, 1000, 0, 0, 0, 0}), 0);
  b.timeline.run_until(5_us);
  const Ps slot = 1024 * 80;
  for (const Arrival& a : b.wall.arrivals) {
    if (a.packet->priority.value == 3) CHECK(a.called_at < response);
  }
  CHECK(b.wall.arrivals.size() == static_cast<std::size_t>(response / slot + 1) + 20);
  b.timeline.run_until(20_us);
  CHECK(b.wall.arrivals.size() == 40);  // the timer ends by itself
  CHECK(b.wall.arrivals.back().called_at >= response + quanta(1000, r100));
}

TEST_CASE("a new value replaces the timer and 0 ends the pause at once") {
  Pausing b;
  b.settings.response_quanta = 0;
  auto receiver = b.receiver();
  receiver.frame(*b.pfc(1 << 3, {0, 0, 0, 0xffff, 0, 0, 0, 0}), 0);
  b.timeline.run_until(1_us);
  receiver.frame(*b.pfc(1 << 3, {0, 0, 0, 100, 0, 0, 0, 0}), 1_us);
  b.timeline.run_until(1_us);
  CHECK(b.port.paused(Priority{3}));
  b.timeline.run_until(1_us + quanta(100, r100));
  CHECK_FALSE(b.port.paused(Priority{3}));
  receiver.frame(*b.pfc(1 << 3, {0, 0, 0, 0xffff, 0, 0, 0, 0}), b.timeline.now());
  b.timeline.run_until(b.timeline.now());
  CHECK(b.port.paused(Priority{3}));
  receiver.frame(*b.pfc(1 << 3, {}), b.timeline.now());
  b.timeline.run_until(b.timeline.now());
  CHECK_FALSE(b.port.paused(Priority{3}));
}

TEST_CASE("vector 0 changes nothing whatever times stand behind it") {
  Pausing b;
  auto receiver = b.receiver();
  std::array<std::uint16_t, 8> all;
  all.fill(0xffff);
  receiver.frame(*b.pfc(0, all), 0);
  b.timeline.run_until(10_us);
  for (std::uint8_t p = 0; p < 8; ++p) CHECK_FALSE(b.port.paused(Priority{p}));
}

TEST_CASE("PFC and plain PAUSE exclude each other on a port") {
  for (const PauseKind kind : {PauseKind::priority, PauseKind::link}) {
    Pausing b(kind);
    b.settings.response_quanta = 0;
    auto receiver = b.receiver();
    if (kind == PauseKind::link) {
      receiver.frame(*b.pfc(1 << 3, {0, 0, 0, 100, 0, 0, 0, 0}), 0);
    } else {
      PacketPtr p = b.pfc(0, {});
      wire::PauseFrame{100}.encode(p->data, 2);
      receiver.frame(*p, 0);
    }
    b.timeline.run_until(1);
    CHECK_FALSE(b.port.paused(Priority{3}));
  }
}

TEST_CASE("plain PAUSE holds every priority") {
  Pausing b(PauseKind::link);
  b.settings.response_quanta = 0;
  auto receiver = b.receiver();
  PacketPtr p = b.pfc(0, {});
  wire::PauseFrame{100}.encode(p->data, 2);
  receiver.frame(*p, 0);
  b.timeline.run_until(1);
  for (std::uint8_t i = 0; i < 8; ++i) CHECK(b.port.paused(Priority{i}));
}

TEST_CASE("the watchdog finds a storm only where frames wait and none leaves") {
  Timeline timeline;
  bool waits = true;
  std::vector<Ps> found, over;
  Watchdog dog(timeline, {Watchdog::Action::drop, 100_us, 50_us},
               {[&](Priority) { return waits; }, [&](Priority) { found.push_back(timeline.now()); },
                [&](Priority) { over.push_back(timeline.now()); }});
  const Priority p{3};
  SECTION("paused with frames waiting") {
    for (Ps t = 0; t <= 300_us; t += 20_us) timeline.run_until(t), dog.loaded(p, t + 60_us);
    CHECK(found == std::vector<Ps>{100_us});
    CHECK(dog.storming(p));
    timeline.run_until(1_ms);
    CHECK(over == std::vector<Ps>{360_us + 50_us});  // the last XOFF ends at 360 us, then the restore time
  }
  SECTION("nothing waits") {
    waits = false;
    for (Ps t = 0; t <= 300_us; t += 20_us) timeline.run_until(t), dog.loaded(p, t + 60_us);
    CHECK(found.empty());
  }
  SECTION("frames leave in between") {
    for (Ps t = 0; t <= 300_us; t += 20_us) timeline.run_until(t), dog.loaded(p, t + 60_us), dog.departed(p);
    CHECK(found.empty());
  }
  SECTION("XON ends it in time") {
    dog.loaded(p, 90_us);
    timeline.run_until(80_us);
    dog.loaded(p, timeline.now());
    timeline.run_until(1_ms);
    CHECK(found.empty());
  }
}
