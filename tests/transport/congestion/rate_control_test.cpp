#include "transport/congestion/rate_control.h"

#include "support/catch.h"
#include "tlm/random.h"
#include "transport/congestion/dcqcn.h"
#include "transport/congestion/notification_point.h"
#include "transport/congestion/pacer.h"

using namespace rocelab;
using namespace rocelab::congestion;
using namespace rocelab::literals;

TEST_CASE("whatever happens, DCQCN keeps its rates and alpha in bounds") {
  for (const char* set : {"paper", "vendor", "nvidia"}) {
    const Control& c = control("dcqcn");
    const auto values = values_of(c, set, {});
    const double least = values.at(7) * 1e6, line = 100e9;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Random random(seed, "dcqcn");
      const auto made = c.make({Rate::gbps(100), 4_us}, values);
      auto& rp = dynamic_cast<Dcqcn&>(*made);
      Ps now = 0;
      for (int i = 0; i < 5000; ++i) {
        now += static_cast<Ps>(random.below(100'000'000));
        if (random.chance(0.2)) rp.notified(now);
        rp.sent(static_cast<std::uint32_t>(random.below(5'000'000)), now);
        const double rate = rp.rate(now);
        REQUIRE(rate >= least);
        REQUIRE(rate <= rp.target());
        REQUIRE(rp.target() <= line);
        REQUIRE(rp.alpha() > 0);
        REQUIRE(rp.alpha() <= 1);
      }
    }
  }
}

TEST_CASE("without CNPs the rate is back within 1 % of the line in six steps of the timer") {
  Dcqcn rp(Rate::gbps(100), {});
  rp.notified(0);
  CHECK(rp.rate(6 * 55_us) >= 0.99 * 100e9);
}

TEST_CASE("looking often and looking once find the same state") {
  Dcqcn often(Rate::gbps(100), {}), once(Rate::gbps(100), {});
  for (Dcqcn* rp : {&often, &once}) rp->notified(0), rp->notified(10_us);
  for (Ps t = 0; t <= 3_ms; t += 1_us) often.rate(t);
  once.rate(3_ms);
  CHECK(often.current() == once.current());
  CHECK(often.alpha() == Approx(once.alpha()).epsilon(1e-12));
}

TEST_CASE("a CNP within the vendor's cut period cuts when the period ends") {
  Dcqcn::Settings s;
  s.cut_period = 4_us;
  s.alpha_period = 1_s;
  Dcqcn rp(Rate::gbps(100), s);
  rp.notified(0);
  rp.notified(1_us);
  CHECK(rp.rate(3_us) == 50e9);
  CHECK(rp.rate(4_us) == 25e9);
}

TEST_CASE("the notification point answers the marks of the golden list at 0 50 100 and 151 us") {
  NotificationPoint np(NotificationPoint::Per::queue_pair, 50_us);
  std::vector<int> cnps;
  for (const int t : {0, 10, 49, 50, 60, 99, 100, 151})
    if (np.marked(7, 1, t * 1_us)) cnps.push_back(t);
  CHECK(cnps == std::vector<int>{0, 50, 100, 151});
}

TEST_CASE("one sender is a queue pair or a destination or the whole port") {
  using Per = NotificationPoint::Per;
  const auto answered = [](Per per) {
    NotificationPoint np(per, 50_us);
    unsigned n = 0;
    n += np.marked(1, 100, 0), n += np.marked(2, 100, 0), n += np.marked(3, 200, 0);
    return n;
  };
  CHECK(answered(Per::queue_pair) == 3);
  CHECK(answered(Per::destination) == 2);
  CHECK(answered(Per::port) == 1);
}

TEST_CASE("the pacer spaces packets by their line time at the allowed rate") {
  Pacer pacer;
  Ps now = 1_us;
  for (int i = 0; i < 1000; ++i) {
    pacer.sent(1250, 10e9, now);
    now = pacer.next();
  }
  CHECK(now == 1_us + 999 * 1_us);  // one packet of credit at the start
}

TEST_CASE("a late packet is caught up but long silence buys no burst") {
  Pacer pacer;
  pacer.sent(1250, 10e9, 10_us);
  CHECK(pacer.next() == 10_us);
  pacer.sent(1250, 10e9, 10_us);
  CHECK(pacer.next() == 11_us);
}

TEST_CASE("the window control allows what the path holds and paces nothing") {
  const Control& c = control("window");
  const auto w = c.make({Rate::gbps(100), 4_us}, values_of(c, "", {}));
  CHECK(w->window() == 50'000);
  CHECK(w->rate(0) == 100e9);
}

TEST_CASE("controls and parameters that nobody knows are refused by name") {
  CHECK_THROWS_WITH(control("timely"), Contains("dcqcn, none, swift, window"));
  CHECK_THROWS_WITH(values_of(control("dcqcn"), "other", {}), Contains("no parameter set 'other'"));
  CHECK_THROWS_WITH(values_of(control("dcqcn"), "", {{"h", 1}}), Contains("no parameter 'h'"));
  CHECK_THROWS_WITH(values_of(control("dcqcn"), "", {{"g", 2}}), Contains("out of range"));
}
