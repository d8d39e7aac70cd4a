#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

TEST_CASE("a list stops at the first bad request, and what stands before it is sent") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  ibv_sge s = from.sge(0, 8);
  ibv_send_wr wr[3], *bad = nullptr;
  for (int i = 0; i < 3; ++i) {
    wr[i].wr_id = static_cast<std::uint64_t>(i);
    wr[i].sg_list = &s;
    wr[i].num_sge = i == 1 ? 5 : 1;  // more than granted
    wr[i].next = i < 2 ? &wr[i + 1] : nullptr;
    wr[i].send_flags = IBV_SEND_SIGNALED;
    wr[i].wr.rdma = {to.buffer, to.mr->rkey};
  }
  CHECK(ibv_post_send(from.qp, wr, &bad) == EINVAL);
  CHECK(bad == &wr[1]);
  REQUIRE(lab.settle());
  const auto done = from.poll();
  REQUIRE(done.size() == 1);
  CHECK(done[0].wr_id == 0);
}

TEST_CASE("requests are refused in states that cannot send, and receives only in RESET") {
  TwoComputers lab;
  Connection c;
  End end = TwoComputers::open(lab.a, c), peer = TwoComputers::open(lab.b, c);
  CHECK(end.receive(1, 0, 8) == EINVAL);
  CHECK(end.post(1, IBV_WR_RDMA_WRITE, {end.sge(0, 8)}, peer) == EINVAL);
  REQUIRE(TwoComputers::climb(end, c, peer.qp->qp_num, 0, 0, lab.b.gids()[0], IBV_QPS_INIT) == 0);
  CHECK(end.post(1, IBV_WR_RDMA_WRITE, {end.sge(0, 8)}, peer) == EINVAL);
  CHECK(end.receive(1, 0, 8) == 0);
}

TEST_CASE("bad requests") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  const auto flag = [](unsigned f) { return [f](ibv_send_wr& wr) { wr.send_flags |= f; }; };
  CHECK(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 129)}, to, 0, flag(IBV_SEND_INLINE)) == EINVAL);
  CHECK(from.post(1, IBV_WR_RDMA_READ, {from.sge(0, 8)}, to, 0, flag(IBV_SEND_INLINE)) == EINVAL);
  CHECK(from.post(1, IBV_WR_ATOMIC_FETCH_AND_ADD, {from.sge(0, 8)}, to, 4) == EINVAL);
  CHECK(from.post(1, IBV_WR_ATOMIC_FETCH_AND_ADD, {from.sge(0, 4)}, to, 8) == EINVAL);
  CHECK(from.post(1, static_cast<ibv_wr_opcode>(99), {}, to) == EINVAL);
  CHECK(lab.settle());
  CHECK(lab.a.out.frames == 0);
}

TEST_CASE("full queues answer ENOMEM") {
  TwoComputers lab;
  Connection c;
  c.depth = 3;
  auto [from, to] = lab.connect(c);
  for (int i = 0; i < 3; ++i) {
    CHECK(to.receive(1, 0, 8) == 0);
    CHECK(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  }
  CHECK(to.receive(1, 0, 8) == ENOMEM);
  CHECK(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == ENOMEM);
}

TEST_CASE("objects in use are not given up") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  CHECK(ibv_dealloc_pd(from.pd) == EBUSY);
  CHECK(ibv_destroy_cq(from.cq) == EBUSY);
  CHECK(ibv_destroy_qp(from.qp) == 0);
  CHECK(ibv_destroy_cq(from.cq) == 0);
  CHECK(ibv_dealloc_pd(from.pd) == EBUSY);
  CHECK(ibv_dereg_mr(from.mr) == 0);
  CHECK(ibv_dealloc_pd(from.pd) == 0);
  CHECK(to.qp);
}

TEST_CASE("registration refuses what cannot be") {
  TwoComputers lab;
  Computer& a = lab.a;
  Pd* pd = ibv_alloc_pd(&a.context);
  const Va page = a.allocate(4096);
  errno = 0;
  CHECK(ibv_reg_mr(pd, page, 0, 0) == nullptr);
  CHECK(errno == EINVAL);
  CHECK(ibv_reg_mr(pd, page, 4096, IBV_ACCESS_REMOTE_WRITE) == nullptr);
  CHECK(errno == EINVAL);
  CHECK(ibv_reg_mr(pd, page, 4097, IBV_ACCESS_LOCAL_WRITE) == nullptr);
  CHECK(errno == EFAULT);
  CHECK(ibv_reg_mr(pd, ~Va{0} - 100, 4096, 0) == nullptr);
  const Mr* mr = ibv_reg_mr(pd, page + 17, 100, IBV_ACCESS_LOCAL_WRITE);
  REQUIRE(mr);
  CHECK(mr->lkey != mr->rkey);
}
