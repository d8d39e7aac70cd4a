#include "support/catch.h"
#include "tlm/random.h"
#include "transport/congestion/rate_control.h"

/// Swift's fabric window after algorithm 1 of the paper (Kumar et al., SIGCOMM'20). Values by hand.
using namespace rocelab;
using namespace rocelab::congestion;
using namespace rocelab::literals;

namespace {

constexpr std::uint32_t packet = 1000;
using Chosen = std::vector<std::pair<std::string, double>>;

/// 8 Gb/s and 10 us: the path holds ten packets. Targets do not grow unless a case says so.
std::unique_ptr<RateControl> swift(const Chosen& more = {}) {
  Chosen chosen{{"base_target", 20}, {"ai", 1}, {"beta", 0.8}, {"max_mdf", 0.5}, {"fs_range", 0}};
  chosen.insert(chosen.end(), more.begin(), more.end());
  const Control& c = control("swift");
  return c.make({Rate::gbps(8), 10_us, packet}, values_of(c, "", chosen));
}

/// So many losses a round trip and more apart, from ten packets on.
std::unique_ptr<RateControl> halved(unsigned times, const Chosen& more = {}) {
  auto s = swift(more);
  for (unsigned i = 0; i < times; ++i) s->lost(i * 1_ms);
  return s;
}

}  // namespace

TEST_CASE("Swift begins with the path full and does not pace") {
  const auto s = swift();
  CHECK(s->window() == 10 * packet);
  CHECK(s->rate(0) == 8e9);
}

TEST_CASE("round trips below the target add ai packets for each window acknowledged") {
  const auto s = swift();
  s->acknowledged(10, 19_us, 100_us);
  CHECK(s->window() == 11 * packet);
  s->acknowledged(11, 19_us, 200_us);
  CHECK(s->window() == 12 * packet);
}

TEST_CASE("a round trip above the target takes beta of the share that is too much") {
  const auto s = swift();
  s->acknowledged(10, 25_us, 100_us);  // 1 - 0.8 * 5/25 = 0.84
  CHECK(s->window() == 8 * packet);
  const auto exact = swift({{"ai", 0.6}});
  exact->acknowledged(10, 25_us, 100_us);  // 8.4
  exact->acknowledged(8, 19_us, 200_us);   // 8.4 + 0.6 * 8/8.4
  CHECK(exact->window() == 8 * packet);
  exact->acknowledged(1, 19_us, 300_us);  // and 0.6/8.97
  CHECK(exact->window() == 9 * packet);
}

TEST_CASE("no decrease is larger than max_mdf") {
  const auto s = swift();
  s->acknowledged(10, 1_ms, 2_ms);
  CHECK(s->window() == 5 * packet);
}

TEST_CASE("the window shrinks once a round trip at most") {
  const auto s = swift();
  s->acknowledged(5, 40_us, 100_us);  // 1 - 0.8 * 20/40 = 0.6
  CHECK(s->window() == 6 * packet);
  s->acknowledged(1, 40_us, 139_us);
  CHECK(s->window() == 6 * packet);
  s->acknowledged(1, 40_us, 140_us);
  CHECK(s->window() == 3 * packet);
}

TEST_CASE("a window below one packet is paced to one packet in rtt by cwnd") {
  const auto s = halved(5);
  // Ten halved five times is 0.3125 packets: 1000 octets in 10 us / 0.3125 are 250 Mb/s.
  CHECK(s->window() == packet);
  CHECK(s->rate(0) == Approx(250e6));
  s->acknowledged(1, 10_us, 1_s);  // below one packet a packet acknowledged adds ai
  CHECK(s->window() == packet);
  CHECK(s->rate(0) == 8e9);
}

TEST_CASE("small windows are granted more delay up to fs_range") {
  const Chosen scaling{{"fs_range", 90}, {"fs_min_cwnd", 0.1}, {"fs_max_cwnd", 10}};
  // alpha = 90 / (1/sqrt(0.1) - 1/sqrt(10)) us: at cwnd 10 nothing is added, at 0.625 30 us.
  const auto large = swift(scaling);
  large->acknowledged(10, 21_us, 100_us);
  CHECK(large->window() == 9 * packet);
  const auto small = halved(4, scaling);
  const double before = small->rate(0);
  small->acknowledged(1, 49_us, 1_s);
  CHECK(before < 8e9);
  CHECK(small->rate(0) == 8e9);  // grew beyond one packet
}

TEST_CASE("a loss takes max_mdf and so does a timeout") {
  CHECK(halved(1)->window() == 5 * packet);
  const auto s = swift();
  s->timed_out(1_ms);
  CHECK(s->window() == 5 * packet);
}

TEST_CASE("timeouts in a row reset the window and an acknowledgement ends the row") {
  const Chosen third{{"retx_reset_threshold", 3}, {"min_cwnd", 0.1}, {"ai", 0.0001}};
  const auto row = swift(third);
  for (int i = 1; i <= 3; ++i) row->timed_out(i * 1_ms);
  CHECK(row->rate(0) == Approx(80e6));  // 0.1 packets every 10 us
  const auto interrupted = swift(third);
  for (int i = 1; i <= 2; ++i) interrupted->timed_out(i * 1_ms);
  interrupted->acknowledged(0, 10_us, 3_ms);
  interrupted->timed_out(4_ms);
  CHECK(interrupted->window() == packet);
  CHECK(interrupted->rate(0) == 8e9);  // ten halved three times
}

TEST_CASE("whatever Swift is told it sends something and no more than max_cwnd") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed, "swift");
    const auto s = swift({{"fs_range", 100}, {"max_cwnd", 50}});
    Ps now = 0;
    for (int i = 0; i < 5000; ++i) {
      now += static_cast<Ps>(random.below(50'000'000));
      s->acknowledged(static_cast<std::uint32_t>(random.below(20)), static_cast<Ps>(1 + random.below(200'000'000)),
                      now);
      if (random.chance(0.05)) s->lost(now);
      if (random.chance(0.05)) s->timed_out(now);
      REQUIRE(s->rate(now) > 0);
      REQUIRE(s->rate(now) <= 8e9);
      REQUIRE(s->window() >= packet);
      REQUIRE(s->window() <= 50 * packet);
    }
  }
}
