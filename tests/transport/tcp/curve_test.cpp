#include "transport/tcp/curve/curve.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::tcp::test;

// What random loss leaves of a bulk flow. As many losses a point as keep its own scatter well below what is allowed;
// tcp_curves takes ten times as many (docs/tcp.md).
namespace {

constexpr Ps us = 1'000'000, ms = 1'000'000'000;

CurveSetup setup(const char* congestion, Ps round_trip, double loss, double losses = 400) {
  CurveSetup s;
  s.congestion = congestion;
  s.round_trip = round_trip;
  s.loss = loss;
  s.segments = static_cast<std::uint64_t>(losses / loss);
  return s;
}

void check_slow_clock(Ps trip) {
  const CurvePoint reno = measure(setup("reno", trip, 1e-4)), cubic = measure(setup("cubic", trip, 1e-4));
  INFO("CUBIC " << cubic.window << ", Reno " << reno.window);
  CHECK(cubic.window > 1.3 * reno.window);
  CHECK(cubic.window < 2.5 * reno.window);
  // The cause taken away: a clock of one round trip.
  CurveSetup fine = setup("cubic", trip, 1e-4);
  fine.jiffy = trip;
  CHECK(measure(fine).window < 1.1 * reno.window);
}

}  // namespace

TEST_CASE("Reno follows Mathis within 15 % at 100 us round trip, from one loss in ten thousand to one in a hundred") {
  for (const double loss : {1e-4, 1e-3, 1e-2}) {
    const CurvePoint reno = measure(setup("reno", 100 * us, loss, loss < 1e-3 ? 400 : 1000));
    INFO("p " << loss << ": " << reno.window << " segments a round trip");
    CHECK(reno.window > 0.85 * mathis(loss));
    CHECK(reno.window < 1.15 * mathis(loss));
    // What the curve speaks of: every second segment acknowledged, and no waiting for timers in it.
    CHECK(reno.acks > 0.4);
    CHECK(reno.acks < 0.6);
    CHECK(reno.timer_idle < 0.1);
  }
}

TEST_CASE("CUBIC lies on Reno at 20 ms round trip") {
  for (const double loss : {1e-4, 1e-3}) {
    const CurvePoint reno = measure(setup("reno", 20 * ms, loss)), cubic = measure(setup("cubic", 20 * ms, loss));
    INFO("p " << loss << ": CUBIC " << cubic.window << ", Reno " << reno.window);
    CHECK(cubic.window > 0.85 * reno.window);
    CHECK(cubic.window < 1.15 * reno.window);
  }
}

TEST_CASE("CUBIC is above Reno at 10 us but at most two and a half times, because its clock is slow") {
  check_slow_clock(10 * us);
}

TEST_CASE("CUBIC is above Reno at 100 us but at most two and a half times, because its clock is slow") {
  check_slow_clock(100 * us);
}

TEST_CASE("a flow at a hundredth of a loss waits for timers now and then, and that is no part of its curve") {
  const CurvePoint slow = measure(setup("reno", 20 * ms, 1e-2, 1000));
  CHECK(slow.timer_idle > 0.005);
  CHECK(slow.timer_idle < 0.1);
}
