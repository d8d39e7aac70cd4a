#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

TEST_CASE("a queried queue pair says all that it was given") {
  TwoComputers lab;
  End end = TwoComputers::open(lab.a, {});
  int mine = 0;
  ibv_qp_init_attr given;
  given.qp_context = &mine;
  given.send_cq = end.cq;
  given.recv_cq = ibv_create_cq(&lab.a.context, 8);
  given.cap = {10, 20, 3, 2, 60};
  given.sq_sig_all = 1;
  end.qp = ibv_create_qp(end.pd, &given);
  REQUIRE(end.qp);
  CHECK(end.qp->qp_context == &mine);
  Connection c;
  c.mtu = IBV_MTU_2048;
  c.timeout = 11, c.retry_cnt = 3, c.rnr_retry = 5, c.min_rnr_timer = 9, c.rd_atomic = 4;
  REQUIRE(TwoComputers::climb(end, c, 0x1234, 7, 9, lab.b.gids()[0]) == 0);
  ibv_qp_attr a;
  ibv_qp_init_attr init;
  REQUIRE(ibv_query_qp(end.qp, &a, ~0u, &init) == 0);
  CHECK(a.qp_state == IBV_QPS_RTS);
  CHECK(a.cur_qp_state == IBV_QPS_RTS);
  CHECK(a.path_mtu == IBV_MTU_2048);
  CHECK(a.path_mig_state == IBV_MIG_MIGRATED);
  CHECK(a.sq_psn == 7);
  CHECK(a.rq_psn == 9);
  CHECK(a.dest_qp_num == 0x1234);
  CHECK(a.qp_access_flags == (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC));
  CHECK(a.cap.max_send_wr == 10);
  CHECK(a.cap.max_recv_wr == 20);
  CHECK(a.cap.max_send_sge == 3);
  CHECK(a.cap.max_recv_sge == 2);
  CHECK(a.cap.max_inline_data == 60);
  CHECK(a.ah_attr.grh.dgid == lab.b.gids()[0]);
  CHECK(a.pkey_index == 0);
  CHECK(a.port_num == 1);
  CHECK(a.timeout == 11);
  CHECK(a.retry_cnt == 3);
  CHECK(a.rnr_retry == 5);
  CHECK(a.min_rnr_timer == 9);
  CHECK(a.max_rd_atomic == 4);
  CHECK(a.max_dest_rd_atomic == 4);
  CHECK(a.sq_draining == 0);
  CHECK(init.qp_context == &mine);
  CHECK(init.send_cq == end.cq);
  CHECK(init.recv_cq == given.recv_cq);
  CHECK(init.srq == nullptr);
  CHECK(init.qp_type == IBV_QPT_RC);
  CHECK(init.sq_sig_all == 1);
}

TEST_CASE("a queried queue pair in error says so, whatever the library believed") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to, 0, [](ibv_send_wr& wr) { wr.wr.rdma.rkey ^= 1; }) == 0);
  REQUIRE(lab.settle());
  ibv_qp_attr a;
  REQUIRE(ibv_query_qp(from.qp, &a, IBV_QP_STATE) == 0);
  CHECK(a.qp_state == IBV_QPS_ERR);
}
