#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

TEST_CASE("A WRITE arrives in the peer's memory and completes") {
  const bool ipv6 = GENERATE(false, true);
  TwoComputers lab;
  Connection c;
  c.ipv6 = ipv6;
  auto [from, to] = lab.connect(c);
  from.fill(0, 10'000, 5);
  REQUIRE(from.post(42, IBV_WR_RDMA_WRITE, {from.sge(0, 10'000)}, to, 3'001) == 0);
  REQUIRE(lab.settle());
  CHECK(to.holds(3'001, 10'000, 5));
  const auto done = from.poll();
  REQUIRE(done.size() == 1);
  CHECK(done[0].wr_id == 42);
  CHECK(done[0].status == IBV_WC_SUCCESS);
  CHECK(done[0].opcode == IBV_WC_RDMA_WRITE);
  CHECK(to.poll().empty());
  CHECK(lab.a.out.frames == 10);
  // The peer's memory around the message is untouched.
  CHECK(to.octets(3'000, 1)[0] == 0);
  CHECK(to.octets(13'001, 1)[0] == 0);
}
