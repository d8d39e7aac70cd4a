#include "hw/fabric/pfc/headroom.h"
#include "network_bench.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

constexpr std::uint8_t lossless_dscp = 26;  // priority 3

/// A host on each port of one switch, on cables of 5 m; pauses mean something to them or not.
void star(Network& n, const SwitchConfig& config, bool lossless_hosts, Ps propagation = 25'000) {
  Switch& sw = n.add_switch(config);
  for (std::size_t i = 0; i < config.rates.size(); ++i) {
    auto& host = n.add_host(config.rates[i]);
    if (lossless_hosts) host.mac.set_lossless(n.pool, lossless_host(i));
    n.plug(host, sw, i, propagation);
    sw.attach(i, i + 1);
  }
}

/// Frames of 1500 octets of the lossless class to `to`, as fast as the line takes them, until `end`.
auto frames_until(Network& n, Ps end, std::size_t to, wire::Ecn ecn = wire::Ecn::not_ect) {
  return [&n, end, to, ecn] { return n.timeline.now() < end ? n.frame(1500, to, lossless_dscp, ecn) : PacketPtr{}; };
}

/// Host 0 sends to host 1, which holds its port from the start: nothing drains, the ingress of host 0 runs full at line
/// rate. Host 1 sends MTU frames of another class the other way, from `phase` on, so that the XOFF has to wait behind
/// what its port has just begun. Returns the frames dropped before host 1 lets go.
std::uint64_t drops(Rate rate, Ps propagation, std::uint32_t mtu, std::uint64_t headroom_octets, Ps phase) {
  Network n;
  SwitchConfig c = lossless_switch("sw0", rates(2, rate));
  c.buffer.total = 64 << 20;
  c.buffer.headroom.assign(2, headroom_octets);
  star(n, c, true, propagation);
  const std::uint32_t length = mtu - 4;  // FCS
  const Ps settled = 4 * propagation + 4 * quanta(60, rate);
  const Ps end = settled + 8 * propagation + 4 * quanta(60, rate) + rate.time_of(40 * std::uint64_t{mtu});
  const auto sends = [&n, length, end](std::size_t to, std::uint8_t dscp) {
    return [&n, length, to, dscp, end] { return n.timeline.now() < end ? n.frame(length, to, dscp) : PacketPtr{}; };
  };
  n.hosts[1].mac.hold_peer(Priority{3});
  n.timeline.at(settled, [&] { n.saturate(n.hosts[0], 3, sends(1, lossless_dscp)); });
  n.timeline.at(phase, [&] { n.saturate(n.hosts[1], 0, sends(0, 0)); });
  n.timeline.run_until(end + 1_us);
  const std::uint64_t lost = n.ear.counts["dropped.headroom"];
  n.hosts[1].mac.release_peer(Priority{3});
  n.timeline.run_while_busy();
  REQUIRE(n.ear.counts["dropped.headroom"] == lost);
  REQUIRE(n.switches[0].buffer().empty());
  n.ear.frames.clear();
  REQUIRE(n.pool.alive() == 0);
  REQUIRE(n.ear.counts["dropped"] == lost);
  REQUIRE(n.hosts[0].frames + n.hosts[1].frames + lost == n.hosts[0].sent + n.hosts[1].sent);
  return lost;
}

std::uint64_t formula(Rate rate, Ps propagation, std::uint32_t mtu) {
  HeadroomTerms t;
  t.rate = rate;
  t.cable = propagation;
  t.receiver_frame = t.sender_frame = mtu;
  return headroom(t);
}

constexpr int phases = 32;

/// The worst over phases of the traffic back.
std::uint64_t worst(Rate rate, Ps propagation, std::uint32_t mtu, std::uint64_t headroom_octets) {
  std::uint64_t most = 0;
  const Ps frame = rate.time_of(mtu + 20);
  for (int i = 0; i < phases; ++i)
    most = std::max(most, drops(rate, propagation, mtu, headroom_octets, i * frame / phases + 1));
  return most;
}

}  // namespace

TEST_CASE("headroom by the formula drops nothing and one MTU less drops: rate by cable by MTU") {
  for (const std::uint64_t gbps : {10u, 25u, 100u, 400u}) {
    for (const Ps metres : {1, 5, 100, 300}) {
      for (const std::uint32_t mtu : {1024u, 1518u, 4200u, 9216u}) {
        const Rate rate = Rate::gbps(gbps);
        const Ps propagation = metres * 5'000;
        const std::uint64_t h = formula(rate, propagation, mtu);
        INFO(gbps << " Gb/s, " << metres << " m, MTU " << mtu << ", H " << h);
        CHECK(worst(rate, propagation, mtu, h) == 0);
        // One frame of line time, as the formula counts it.
        CHECK(worst(rate, propagation, mtu, h - (mtu + line_overhead)) > 0);
      }
    }
  }
}

TEST_CASE("without PFC the same traffic overflows the same buffer") {
  Network n;
  SwitchConfig c = lossless_switch("sw0", rates(3, Rate::gbps(100)));
  c.pause.kind = PauseKind::none;
  star(n, c, false);
  for (std::size_t i = 0; i < 2; ++i) n.saturate(n.hosts[i], 3, frames_until(n, 100_us, 2));
  n.timeline.run_while_busy();
  CHECK(n.ear.counts["dropped.headroom"] > 100);
  CHECK(n.ear.counts["pauses"] == 0);
}

TEST_CASE("a frame of a class that PFC does not protect is dropped however its sender thinks of it") {
  Network n;
  SwitchConfig c = lossless_switch("sw0", rates(3, Rate::gbps(100)));
  c.buffer.lossy_limit = 30'000;
  star(n, c, true);
  for (std::size_t i = 0; i < 2; ++i) {
    n.saturate(n.hosts[i], 0, [&n] {
      if (n.timeline.now() >= 100_us) return PacketPtr{};
      PacketPtr p = n.frame(1500, 2, 0);  // DSCP 0
      p->lossless = true;
      return p;
    });
  }
  n.timeline.run_while_busy();
  CHECK(n.ear.counts["dropped.tail"] > 100);
  CHECK(n.ear.counts["pauses"] == 0);
  CHECK(n.ear.counts["port.sw0.port2.p0.dropped"] == n.ear.counts["dropped.tail"]);
}

TEST_CASE("a slow receiver fills its buffer and pauses instead of dropping") {
  for (const bool lossless : {true, false}) {
    Network n;
    SwitchConfig c = lossless_switch("sw0", rates(2, Rate::gbps(100)));
    if (!lossless) c.pause.kind = PauseKind::none;
    star(n, c, lossless);
    RxBuffer::Settings slow;
    slow.octets = 200'000, slow.xoff = 100'000, slow.xon = 50'000;
    slow.drain = Rate::gbps(40);
    slow.lossless = 1 << 3;
    n.hosts[1].mac.set_rx_buffer(slow);
    n.saturate(n.hosts[0], 3, frames_until(n, 200_us, 1));
    n.timeline.run_while_busy();
    CHECK((n.ear.counts["dropped.receive_buffer"] == 0) == lossless);
    CHECK((n.ear.counts["port.h1.port0.p3.pauses_sent"] > 0) == lossless);
    if (lossless) CHECK(n.hosts[1].frames == n.hosts[0].sent);
    if (lossless) CHECK(n.ear.counts["port.sw0.port0.p3.pauses_sent"] > 0);  // and the switch pauses the sender
  }
}

TEST_CASE("only ECT packets are marked at a queue beyond Kmax and what a tap has seen does not change") {
  for (const MarkAt at : {MarkAt::dequeue, MarkAt::enqueue}) {
    for (const wire::Ecn ecn : {wire::Ecn::not_ect, wire::Ecn::ect0, wire::Ecn::ect1}) {
      Network n;
      SwitchConfig c = lossless_switch("sw0", rates(3, Rate::gbps(100)));
      c.red = Red{3000, 6000, 0.1};
      c.marks = 1 << 3;
      c.mark_at = at;
      c.buffer.xoff = 1 << 20;
      star(n, c, false);
      for (std::size_t i = 0; i < 2; ++i) n.saturate(n.hosts[i], 3, frames_until(n, 20_us, 2, ecn));
      n.timeline.run_while_busy();
      CHECK((n.ear.counts["ecn_marked"] > 100) == (ecn != wire::Ecn::not_ect));
      std::uint64_t marked = 0;
      for (const FrameSeen& f : n.ear.frames) {
        const bool ce = wire::traffic_class(*f.packet)->ecn == wire::Ecn::ce;
        if (f.sent) CHECK_FALSE(ce);
        marked += ce;
      }
      CHECK(marked == n.ear.counts["ecn_marked"]);
    }
  }
}

TEST_CASE("a storm ends when the watchdog drops and every frame is accounted for") {
  for (const auto action : {Watchdog::Action::off, Watchdog::Action::drop, Watchdog::Action::forward}) {
    Network n;
    SwitchConfig c = lossless_switch("sw0", rates(3, Rate::gbps(100)));
    c.watchdog = {action, 100_us, 100_us};
    star(n, c, true);
    // Host 2 is sick from the start to 1 ms; host 0 sends to it and to host 1 in turn.
    n.hosts[2].mac.hold_peer(Priority{3});
    n.timeline.at(1_ms, [&n] { n.hosts[2].mac.release_peer(Priority{3}); });
    bool sick = false;
    n.saturate(n.hosts[0], 3, [&n, sick]() mutable {
      sick = !sick;
      return n.timeline.now() < 800_us ? n.frame(1500, sick ? 2 : 1, lossless_dscp) : PacketPtr{};
    });
    n.timeline.run_until(790_us);
    const std::uint64_t victim = n.hosts[1].frames;
    CHECK((victim > 2000) == (action != Watchdog::Action::off));  // behind the pause: head-of-line blocking
    n.timeline.run_while_busy();
    CHECK(n.switches[0].buffer().empty());
    CHECK(n.hosts[1].frames + n.hosts[2].frames + n.ear.counts["dropped.watchdog"] == n.hosts[0].sent);
    CHECK((n.ear.counts["dropped.watchdog"] > 0) == (action == Watchdog::Action::drop));
  }
}
