#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {
constexpr unsigned open_to_all = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE;
}

TEST_CASE("a region with an address of its own is reached there by both ends, and nowhere else") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  constexpr Va iova = 0x123;  // where `at` lies in its page
  const Va at = to.buffer + 0x1123;
  Mr* mr = ibv_reg_mr_iova(to.pd, at, 10000, iova, open_to_all);
  REQUIRE(mr);
  CHECK(mr->addr == at);
  from.fill(0, 9000, 7);
  const auto aim = [&](Va address) { return [=](ibv_send_wr& wr) { wr.wr.rdma = {address, mr->rkey}; }; };
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 9000)}, to, 0, aim(iova)) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll()[0].status == IBV_WC_SUCCESS);
  CHECK(to.holds(0x1123, 9000, 7));
  REQUIRE(to.receive(1, 0, 64) == 0);
  REQUIRE(from.post(2, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to, 0, aim(at)) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll()[0].status == IBV_WC_REM_ACCESS_ERR);
}

TEST_CASE("a region's own address has the place in its page that its memory has") {
  TwoComputers lab;
  End end = TwoComputers::open(lab.a, {});
  CHECK_FALSE(ibv_reg_mr_iova(end.pd, end.buffer, 100, 0x10, open_to_all));
  CHECK(errno == EINVAL);
  CHECK(lab.a.context.refusal.rule == &refused_iova);
  CHECK_FALSE(ibv_reg_mr_iova(end.pd, end.buffer, 0x2000, ~Va{0} - 0xfff, open_to_all));
}

TEST_CASE("registration pins every page that it touches, and deregistration lets go of as many") {
  TwoComputers lab;
  End end = TwoComputers::open(lab.a, {});
  const std::uint64_t before = lab.a.pinned();
  Mr* first = ibv_reg_mr(end.pd, end.buffer + 4095, 2, open_to_all);
  CHECK(lab.a.pinned() == before + 2);
  Mr* second = ibv_reg_mr(end.pd, end.buffer, 3 * 4096, open_to_all);
  CHECK(lab.a.pinned() == before + 5);
  CHECK(ibv_dereg_mr(first) == 0);
  CHECK(lab.a.pinned() == before + 3);
  CHECK(ibv_dereg_mr(second) == 0);
  CHECK(lab.a.pinned() == before);
}
