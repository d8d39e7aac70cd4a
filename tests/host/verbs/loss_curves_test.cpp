#include "loss_line.h"

/// Throughput under loss against closed forms (p: loss per transmission, W: packets sent between the lost one and the
/// sender's reaction, as the NIC counts it). All hold while no timer is needed: the resend that answers a NAK is not
/// at risk. Derivations: docs/loss.md.
using namespace rocelab;
using namespace rocelab::test;

namespace {

LossLine line(const char* scheme, double p, std::uint32_t every, std::uint32_t messages = 1600) {
  LossLine l;
  l.scheme = scheme;
  l.p = p;
  l.every = every;
  l.messages = messages;
  return l;
}

}  // namespace

TEST_CASE("without loss every scheme fills the line") {
  for (const char* scheme : {"go_back_0", "go_back_n", "irn", "rack"}) {
    INFO(scheme);
    const auto m = line(scheme, 0, 0, 200).run();
    CHECK(m.efficiency > 0.99);
    CHECK(m.efficiency <= 1.001);
    CHECK(m.count("discarded_wire_bytes") == 0);
    CHECK(m.count("timer_idle_ps") == 0);
    CHECK(m.count("losses_told") == 0);
  }
}

TEST_CASE("go-back-N under random loss keeps (1 - p) / (1 + p W)") {
  for (const double p : {0.001, 0.01, 0.05}) {
    for (const std::uint32_t pipeline : {4u, 60u}) {
      LossLine l = line("go_back_n", p, 0, p < 0.005 ? 6400 : 3200);
      l.pipeline = pipeline;
      const auto m = l.run();
      INFO("p " << p << ", W " << m.w << ", measured " << m.efficiency);
      CHECK(m.count("timeouts") == 0);
      CHECK(m.w > 20);
      // The text-book puts the resend at risk as well and has the NAK come again: p of the rate less.
      if (p < 0.02) CHECK(m.efficiency == Approx((1 - p) / (1 + p * m.w)).epsilon(0.03));
      CHECK(m.efficiency == Approx(1 / (1 + p * (m.w + 1))).epsilon(0.02));
    }
  }
}

TEST_CASE("go-back-N that loses one packet in D keeps 1 - (1 + W) / D") {
  for (const std::uint32_t d : {128u, 256u, 1000u}) {
    const auto m = line("go_back_n", 0, d, 3200).run();
    INFO("D " << d << ", W " << m.w << ", measured " << m.efficiency);
    CHECK(m.count("timeouts") == 0);
    CHECK(m.efficiency == Approx(1 - (1 + m.w) / d).epsilon(0.03));
  }
}

TEST_CASE("selective repeat keeps 1 - p") {
  for (const char* scheme : {"irn", "rack"}) {
    for (const double p : {0.001, 0.01, 0.05}) {
      const auto m = line(scheme, p, 0, 3200).run();
      INFO(scheme << ", p " << p << ", measured " << m.efficiency << ", timeouts " << m.count("timeouts"));
      CHECK(m.efficiency == Approx(1 - p).epsilon(0.01));
    }
  }
}

TEST_CASE("go-back-0 that loses one packet in 256 moves nothing in long messages, about half in messages of 128") {
  const auto share = [](std::uint32_t packets) {
    LossLine l = line("go_back_0", 0, 256, 51'200 / packets);
    l.packets = packets;
    l.outstanding = 8;
    l.limit = 20'000'000'000;  // long enough for all of it twice
    return l.run();
  };
  CHECK(share(256).messages == 0);
  CHECK(share(240).messages > 0);
  CHECK(share(128).efficiency == Approx(0.5).epsilon(0.03));
  CHECK(share(64).efficiency == Approx(0.75).epsilon(0.03));
}

TEST_CASE("go-back-N with every packet at risk collapses: the timer takes what the window leaves") {
  LossLine l = line("go_back_n", 0.01, 0, 3200);
  l.spares_nak_resend = false;
  const auto m = l.run();
  REQUIRE(m.messages == l.messages);
  const double waste = static_cast<double>(m.count("discarded_wire_bytes")) * LossLine::octet;
  const double idle = static_cast<double>(m.count("timer_idle_ps"));
  const double elapsed = static_cast<double>(m.elapsed);
  INFO("efficiency " << m.efficiency << ", waste " << waste / elapsed << ", idle " << idle / elapsed);
  CHECK(m.count("timeouts") > 5);
  CHECK(m.efficiency < 0.05);
  CHECK(idle / elapsed > 0.9);
  // What the line did, all of it: useful, lost, for nothing, silent.
  const double useful = static_cast<double>(l.messages) * l.packets * LossLine::packet;
  const double lost = static_cast<double>(m.lost) * LossLine::packet;
  CHECK(useful + lost + waste + idle == Approx(elapsed).epsilon(0.005));
}

TEST_CASE("while no timer is needed, useful, lost and wasted time add up to the whole") {
  for (const char* scheme : {"go_back_n", "irn"}) {
    const auto m = line(scheme, 0.01, 0).run();
    const double waste = static_cast<double>(m.count("discarded_wire_bytes")) * LossLine::octet;
    const double useful = m.efficiency * static_cast<double>(m.elapsed);
    const double lost = static_cast<double>(m.lost) * LossLine::packet;
    INFO(scheme << ", elapsed " << m.elapsed << ", useful " << useful << ", lost " << lost << ", waste " << waste);
    CHECK(m.count("timer_idle_ps") == 0);
    CHECK(useful + lost + waste == Approx(static_cast<double>(m.elapsed)).epsilon(0.005));
    CHECK((waste > 0) == (std::string(scheme) == "go_back_n"));
  }
}
