#include "support/catch.h"
#include "transport/tcp/congestion/control.h"
#include "transport/tcp/congestion/cubic.h"
#include "transport/tcp/congestion/dctcp.h"
#include "transport/tcp/script.h"

using namespace rocelab;
using namespace rocelab::tcp;
using namespace rocelab::tcp::test;

namespace {

constexpr Ps ms = 1'000'000'000, s = 1'000 * ms;

/// A window in full use, at `cwnd`, out of slow start.
CongestionWindow window(std::uint32_t cwnd) {
  CongestionWindow w;
  w.set_cwnd(cwnd);
  w.set_ssthresh(cwnd);
  w.limited = true;
  return w;
}

/// `rounds` round trips of `rtt` in which every segment is acknowledged on its own.
void run(CongestionControl& control, CongestionWindow& w, Ps& now, Ps rtt, int rounds) {
  for (int r = 0; r < rounds; ++r) {
    const std::uint32_t n = w.cwnd();
    for (std::uint32_t i = 0; i < n; ++i) {
      const CongestionAck ack{now + rtt * i / n, 1, rtt, 0, 0, 0, 0, 0};
      control.acked(w, ack);
      control.grow(w, ack);
    }
    now += rtt;
  }
}

}  // namespace

TEST_CASE("CUBIC reduces to 717/1024, at least 2 (tcp_rules 7)") {
  Cubic cubic(4 * ms);
  CHECK(cubic.reduced(window(10), Cause::loss) == 7);
  CHECK(cubic.reduced(window(100), Cause::loss) == 70);
  CHECK(cubic.reduced(window(3), Cause::loss) == 2);
}

TEST_CASE("CUBIC is back at the old maximum after K = cbrt(Wmax (1 - beta) / C) seconds (RFC 9438, 4.2)") {
  Cubic cubic(1 * ms);
  CongestionWindow w = window(1000);
  w.set_cwnd(cubic.reduced(w, Cause::loss));
  w.set_ssthresh(w.cwnd());
  REQUIRE(w.cwnd() == 700);
  Ps now = 10 * s;
  // K = cbrt(300 / 0.4) = 9.09 s
  run(cubic, w, now, 100 * ms, 45);
  CHECK(w.cwnd() > 900);
  CHECK(w.cwnd() < 980);  // 1000 - 0.4 * 4.6^3 = 961
  run(cubic, w, now, 100 * ms, 45);
  CHECK(w.cwnd() > 985);
  CHECK(w.cwnd() <= 1002);
}

TEST_CASE("CUBIC is never slower than Reno would be (RFC 9438, 4.3)") {
  Cubic cubic(4 * ms);
  CongestionWindow w = window(20);
  w.set_cwnd(cubic.reduced(w, Cause::loss));
  w.set_ssthresh(w.cwnd());
  Ps now = s;
  const std::uint32_t before = w.cwnd();
  run(cubic, w, now, 10 * ms, 40);
  // 3 (1 - beta) / (1 + beta) = 0.53 segments a round trip
  CHECK(w.cwnd() >= before + 18);
  CHECK(w.cwnd() <= before + 24);
}

TEST_CASE("Reno: one segment a window, half at a loss (tcp_rules 6)") {
  const auto reno = make_congestion_control("reno", Settings{});
  CongestionWindow w = window(10);
  Ps now = s;
  run(*reno, w, now, 10 * ms, 10);
  CHECK(w.cwnd() >= 19);
  CHECK(w.cwnd() <= 20);
  CHECK(reno->reduced(w, Cause::loss) == w.cwnd() / 2);
  w.limited = false;  // a window that is not used does not grow (RFC 7661)
  const std::uint32_t before = w.cwnd();
  run(*reno, w, now, 10 * ms, 5);
  CHECK(w.cwnd() == before);
}

TEST_CASE("DCTCP: alpha follows the share of marks with gain 1/16, the cut is alpha/2 (tcp_rules 21)") {
  Dctcp dctcp;
  CongestionWindow w = window(100);
  CHECK(dctcp.reduced(w, Cause::mark) == 50);  // alpha begins at 1
  CHECK(dctcp.reduced(w, Cause::loss) == 50);
  Seq una = 1;
  std::uint64_t delivered = 0;
  for (int i = 0; i < 200; ++i) {
    delivered += 100;
    dctcp.acked(w, {0, 100, ms, una, una + 1, delivered, 0, 0});
    una += 2;
  }
  CHECK(dctcp.alpha() <= 16);
  std::uint64_t marked = 0;
  for (int i = 0; i < 200; ++i) {
    delivered += 100, marked += 50;
    dctcp.acked(w, {0, 100, ms, una, una + 1, delivered, marked, 0});
    una += 2;
  }
  CHECK(dctcp.alpha() > 480);
  CHECK(dctcp.alpha() <= 520);
  CHECK(dctcp.reduced(w, Cause::mark) >= 74);
  CHECK(dctcp.reduced(w, Cause::mark) <= 77);
}

TEST_CASE(
    "HyStart leaves slow start when a round's delay has risen by an eighth (cubic-hystart-delay-rtt-jumps-upward)") {
  Script script;
  std::string lines = "+0 < S 0:0(0) win 32792 mss 1000 sackOK wscale 7\n+0 > S. 0:0(0) ack 1\n";
  lines += R"(
    +.2  < . 1:1(0) ack 1 win 257
    +0   write 30000
    +0   > P. 1:10001(10000) ack 1
    +.2  < . 1:1(0) ack 10001 win 257
    +0   > P. 10001:30001(20000) ack 1
    +0   assert cwnd 20
    +.24 < . 1:1(0) ack 12001 win 257
)";
  for (int ack = 14001; ack <= 26001; ack += 2000) {
    lines += "+.001 < . 1:1(0) ack " + std::to_string(ack) + " win 257\n";
  }
  lines += R"(
    +0    assert cwnd 36
    +0    assert ssthresh 2147483647
    +.001 < . 1:1(0) ack 28001 win 257
    +0    assert ssthresh 36
    +.001 < . 1:1(0) ack 30001 win 257
    +0    assert cwnd 36)";
  CHECK(script.play(lines) == "");
}

TEST_CASE("an unknown congestion control is refused") {
  Settings c;
  c.congestion = "vegas";
  CHECK_THROWS_AS(Connection(c), std::invalid_argument);
  for (const auto name : congestion_controls()) {
    CHECK(make_congestion_control(name, Settings{})->name() == name);
  }
}
