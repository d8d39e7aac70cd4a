#include "bench.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::rnic;
using rocelab::test::NicBench;

namespace {

/// A completion is decided 100 ns before it is written.
Profile slow_completions() {
  Profile p = Profile::ideal();
  p.cqe_build = 100;
  return p;
}

NicBench::Frame send_to(Qpn qpn, std::uint32_t psn = 100) {
  NicBench::Frame f;
  f.opcode = wire::Opcode::send_only;
  f.to = qpn;
  f.psn = psn;
  return f;
}

}  // namespace

TEST_CASE("a queue pair that is reset before a completion is written leaves none") {
  const bool resets = GENERATE(false, true);
  NicBench b(slow_completions());
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  b.post_receive(b.receive_ring, qpn.value, 1, 0, 64);
  b.give(b.build(send_to(qpn)));  // the first one waits until its receive is fetched
  REQUIRE(b.completions().size() == 1);
  b.post_receive(b.receive_ring, qpn.value, 2, 0, 64);
  b.engine.receive(b.build(send_to(qpn, 101)));
  b.timeline.run_until(b.timeline.now() + 50'000);
  CHECK(b.completions().empty());
  if (resets) b.modify(qpn, rc::QpState::reset);
  b.settle();
  CHECK(b.completions().size() == (resets ? 0 : 1));
}

TEST_CASE("an error flushes every receive that was posted, each with its number") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  for (std::uint32_t n = 1; n <= 3; ++n) b.post_receive(b.receive_ring, qpn.value, n, 0, 64);
  b.modify(qpn, rc::QpState::err);
  b.settle();
  const auto all = b.completions();
  REQUIRE(all.size() == 3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    CHECK(all[i].status == rc::Status::wr_flush_err);
    CHECK(all[i].wqe == i);
  }
}

TEST_CASE("after RESET and up again the old receives are gone and the expected PSN is the new one") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  b.post_receive(b.receive_ring, qpn.value, 1, 0, 64);
  b.give(b.build(send_to(qpn)));
  REQUIRE(b.completions().size() == 1);
  for (const auto s : {rc::QpState::reset, rc::QpState::init, rc::QpState::rtr, rc::QpState::rts}) b.modify(qpn, s);
  CHECK(b.engine.query_qp(qpn).rq_psn == Psn(100));
  b.give(b.build(send_to(qpn)));
  CHECK(b.completions().empty());
  REQUIRE(b.answer());
  CHECK(*b.answer() >> 5 == 1);  // RNR NAK
}

TEST_CASE("the result of an atomic from before a RESET answers no request of the new connection") {
  NicBench b;
  const Qpn qpn = b.queue_pair(rc::Transport::rc);
  b.memory.latency = 1'000'000;
  NicBench::Frame add = send_to(qpn);
  add.opcode = wire::Opcode::fetch_add;
  add.payload = 0;
  b.engine.receive(b.build(add));
  for (const auto s : {rc::QpState::reset, rc::QpState::init, rc::QpState::rtr, rc::QpState::rts}) b.modify(qpn, s);
  b.give(b.build(add));
  REQUIRE(b.port.sent.size() == 1);
  // Both were executed, the new one behind the old.
  CHECK(wire::RoceView::parse(*b.port.sent[0]).atomic_ack().original == 1);
}
