#include "bench.h"
#include "support/catch.h"

#include "hw/rnic/registers.h"

using namespace rocelab;
using namespace rocelab::rnic;
using rocelab::test::NicBench;

namespace {

struct Shared : NicBench {
  RingPages shared = ring(entries * stride);
  SrqId srq = engine.create_srq({domain, shared, entries, stride});
  Qpn first = queue_pair(rc::Transport::rc, rc::QpState::rts, srq);
  Qpn second = queue_pair(rc::Transport::rc, rc::QpState::rts, srq);

  void post(std::uint32_t n) { post_receive(shared, registers::srq_bit | srq.value, n, (n - 1) * 64, 64); }
  void send(Qpn to, std::uint32_t psn = 100) {
    Frame f;
    f.opcode = wire::Opcode::send_only;
    f.to = to;
    f.psn = psn;
    give(build(f));
  }
};

}  // namespace

TEST_CASE("two queue pairs take from one shared receive queue in the order of their messages") {
  Shared b;
  for (std::uint32_t n = 1; n <= 3; ++n) b.post(n);
  b.send(b.second), b.send(b.first), b.send(b.second, 101);
  const auto all = b.completions();
  REQUIRE(all.size() == 3);
  CHECK(all[0].qp == b.second);
  CHECK(all[1].qp == b.first);
  CHECK(all[2].qp == b.second);
  for (std::uint32_t i = 0; i < 3; ++i) {
    CHECK(all[i].wqe == i);
    CHECK(b.octets(i * 64, 8) == std::vector<std::uint8_t>(8, 0xaa));
  }
}

TEST_CASE("a shared receive queue below its limit tells so once") {
  Shared b;
  for (std::uint32_t n = 1; n <= 3; ++n) b.post(n);
  b.engine.arm_srq_limit(b.srq, 2);
  const auto told = [&] {
    return std::count(b.events.begin(), b.events.end(), std::pair{AsyncEvent::srq_limit_reached, b.srq.value});
  };
  b.send(b.first);
  CHECK(told() == 0);  // two are left
  b.send(b.first, 101);
  CHECK(told() == 1);
  CHECK(b.engine.srq_limit(b.srq) == 0);
  b.send(b.first, 102);
  CHECK(told() == 1);
}

TEST_CASE("an error of one queue pair leaves the shared receives to the other") {
  Shared b;
  b.post(1);
  b.modify(b.first, rc::QpState::err);
  b.settle();
  CHECK(b.completions().empty());
  b.send(b.second);
  const auto all = b.completions();
  REQUIRE(all.size() == 1);
  CHECK(all[0].status == rc::Status::success);
}
