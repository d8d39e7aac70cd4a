#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

ibv_wc first(const End& end) {
  const auto all = end.poll();
  REQUIRE(!all.empty());
  return all[0];
}

}  // namespace

TEST_CASE("the peer's keys decide: wrong key, outside, or gone ends in REM_ACCESS_ERR and no octet moves") {
  enum Wrong { lkey_sent, below, beyond, wraps, deregistered };
  const Wrong wrong = GENERATE(lkey_sent, below, beyond, wraps, deregistered);
  TwoComputers lab;
  auto [from, to] = lab.connect();
  from.fill(0, 16, 1);
  const Va start = to.buffer;
  const std::uint32_t rkey = to.mr->rkey, lkey = to.mr->lkey;
  const auto change = [&](ibv_send_wr& wr) {
    if (wrong == lkey_sent) wr.wr.rdma.rkey = lkey;
    if (wrong == below) wr.wr.rdma.remote_addr = start - 1;
    if (wrong == beyond) wr.wr.rdma.remote_addr = start + Connection{}.memory - 15;
    if (wrong == wraps) wr.wr.rdma.remote_addr = ~Va{0} - 3;
    if (wrong == deregistered) wr.wr.rdma = {start, rkey};
  };
  const End peer = to;
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 16)}, peer, 0, change) == 0);
  if (wrong == deregistered) REQUIRE(ibv_dereg_mr(to.mr) == 0);
  REQUIRE(lab.settle());
  CHECK(first(from).status == IBV_WC_REM_ACCESS_ERR);
  CHECK(to.octets(0, 16) == std::vector<std::uint8_t>(16, 0));
  CHECK(from.qp->state == IBV_QPS_ERR);
}

TEST_CASE("an own key that does not cover the buffer ends in LOC_PROT_ERR before anything is sent") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  ibv_sge s = from.sge(0, 16);
  s.lkey ^= 1;
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {s}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(first(from).status == IBV_WC_LOC_PROT_ERR);
  CHECK(lab.a.out.frames == 0);
}

TEST_CASE("a receive too small for its SEND is LOC_LEN_ERR there and REM_INV_REQ_ERR here") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  REQUIRE(to.receive(9, 0, 10) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 11)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(first(to).status == IBV_WC_LOC_LEN_ERR);
  CHECK(first(from).status == IBV_WC_REM_INV_REQ_ERR);
}
