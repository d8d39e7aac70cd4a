#include "bench.h"
#include "hw/rnic/resource_facts.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::rnic;
using rocelab::test::NicBench;

namespace {

NicBench::Frame add_to(Qpn qpn, std::uint32_t psn = 100) {
  NicBench::Frame f;
  f.opcode = wire::Opcode::fetch_add;
  f.to = qpn;
  f.psn = psn;
  f.payload = 0;
  return f;
}

}  // namespace

TEST_CASE("an atomic whose memory is taken back while it is read writes nothing and ends in an access error") {
  const bool taken_back = GENERATE(false, true);
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  b.memory.latency = 1'000'000;
  b.engine.receive(b.build(add_to(qpn)));
  b.timeline.run_until(500'000);
  if (taken_back) REQUIRE(b.engine.keys().remove(b.region.lkey));
  b.settle();
  CHECK(b.octets(0, 8) == std::vector<std::uint8_t>{std::uint8_t(taken_back ? 0 : 1), 0, 0, 0, 0, 0, 0, 0});
  CHECK(b.answer() == (taken_back ? 0x62 : 0x1f));
  CHECK((b.engine.query_qp(qpn).state == rc::QpState::err) == taken_back);
}

TEST_CASE("of two atomics under way when their memory is taken back neither writes and one NAK is sent") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  b.memory.latency = 1'000'000;
  b.engine.receive(b.build(add_to(qpn)));
  b.engine.receive(b.build(add_to(qpn, 101)));
  b.timeline.run_until(500'000);
  REQUIRE(b.engine.keys().remove(b.region.lkey));
  b.settle();
  CHECK(b.octets(0, 8) == std::vector<std::uint8_t>(8, 0));
  CHECK(b.port.sent.size() == 1);
  CHECK(b.answer() == 0x62);
}

TEST_CASE("an atomic whose memory is taken back while its translation is awaited reads nothing") {
  const bool taken_back = GENERATE(false, true);
  Profile one_page;
  one_page.mtt_cache_entries = 1;  // the region has two: the first one had to go
  NicBench b(one_page);
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  b.memory.latency = 1'000'000;
  b.engine.receive(b.build(add_to(qpn)));
  b.timeline.run_until(500'000);
  CHECK(b.counts[page_cache_facts.misses] == 1);
  if (taken_back) REQUIRE(b.engine.keys().remove(b.region.lkey));
  b.timeline.run_until(1'500'000);
  CHECK(b.answer().has_value() == taken_back);  // no second DMA read stands before the NAK
  b.settle();
  CHECK(b.octets(0, 8) == std::vector<std::uint8_t>{std::uint8_t(taken_back ? 0 : 1), 0, 0, 0, 0, 0, 0, 0});
  CHECK(b.answer() == (taken_back ? 0x62 : 0x1f));
}
