#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

int move_bare(const End& end, ibv_qp_state state) {
  ibv_qp_attr attr;
  attr.qp_state = state;
  return ibv_modify_qp(end.qp, &attr, IBV_QP_STATE);
}

ibv_qp_attr query(const End& end) {
  ibv_qp_attr attr;
  REQUIRE(ibv_query_qp(end.qp, &attr, ~0u) == 0);
  return attr;
}

}  // namespace

TEST_CASE("a queue pair climbs only by the table's steps") {
  TwoComputers lab;
  const Connection c;
  End end = TwoComputers::open(lab.a, c);
  CHECK(move_bare(end, IBV_QPS_RTR) == EINVAL);
  CHECK(move_bare(end, IBV_QPS_INIT) == EINVAL);  // what it needs is missing
  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_INIT;
  attr.port_num = 1;
  constexpr unsigned needed = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
  CHECK(ibv_modify_qp(end.qp, &attr, needed | IBV_QP_SQ_PSN) == EINVAL);  // what it does not allow is there
  attr.port_num = 2;
  CHECK(ibv_modify_qp(end.qp, &attr, needed) == EINVAL);
  attr.port_num = 1;
  CHECK(query(end).qp_state == IBV_QPS_RESET);
  CHECK(ibv_modify_qp(end.qp, &attr, needed) == 0);
  CHECK(query(end).qp_state == IBV_QPS_INIT);
  attr.qp_state = IBV_QPS_RTS;
  CHECK(ibv_modify_qp(end.qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN) == EINVAL);
  CHECK(move_bare(end, IBV_QPS_ERR) == 0);
  CHECK(move_bare(end, IBV_QPS_RTS) == EINVAL);
  CHECK(move_bare(end, IBV_QPS_RESET) == 0);
}

TEST_CASE("query gives back what was set, and PSNs as they move") {
  TwoComputers lab;
  Connection c;
  c.mtu = IBV_MTU_2048;
  c.timeout = 14;
  auto [from, to] = lab.connect(c);
  ibv_qp_attr attr = query(from);
  CHECK(attr.qp_state == IBV_QPS_RTS);
  CHECK(attr.path_mtu == IBV_MTU_2048);
  CHECK(attr.timeout == 14);
  CHECK(attr.dest_qp_num == to.qp->qp_num);
  CHECK(attr.sq_psn == 0x100);
  CHECK(attr.rq_psn == 0x800100);
  CHECK(attr.ah_attr.grh.dgid == lab.b.gids()[0]);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 5000)}, to) == 0);
  REQUIRE(lab.settle());
  CHECK(query(from).sq_psn == 0x103);
  CHECK(query(to).rq_psn == 0x103);
}

TEST_CASE("going to ERR flushes both queues in order, RESET forgets") {
  TwoComputers lab;
  auto [from, to] = lab.connect();
  lab.a.out.fate = [](PacketPtr&) { return std::vector<Ps>{}; };  // nothing arrives
  for (std::uint64_t i = 1; i <= 3; ++i) {
    REQUIRE(from.post(i, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
    REQUIRE(from.receive(10 + i, 0, 8) == 0);
  }
  lab.timeline.run_until(lab.timeline.now() + 1'000'000);
  REQUIRE(move_bare(from, IBV_QPS_ERR) == 0);
  REQUIRE(lab.settle());
  std::vector<std::uint64_t> sent, received;
  for (const auto& wc : from.poll()) {
    CHECK(wc.status == IBV_WC_WR_FLUSH_ERR);
    (wc.wr_id < 10 ? sent : received).push_back(wc.wr_id);
  }
  CHECK(sent == std::vector<std::uint64_t>{1, 2, 3});
  CHECK(received == std::vector<std::uint64_t>{11, 12, 13});
  // What is posted from now on is flushed as well.
  REQUIRE(from.post(4, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  REQUIRE(from.receive(14, 0, 8) == 0);
  REQUIRE(lab.settle());
  CHECK(from.poll().size() == 2);
  REQUIRE(from.post(5, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  REQUIRE(lab.settle());
  REQUIRE(move_bare(from, IBV_QPS_RESET) == 0);
  CHECK(from.poll().empty());
}

TEST_CASE("a queue pair that was reset works again") {
  TwoComputers lab;
  const Connection c;
  auto [from, to] = lab.connect(c);
  for (int round = 0; round < 3; ++round) {
    from.fill(0, 3000, static_cast<unsigned>(round));
    REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 3000)}, to, 64) == 0);
    REQUIRE(lab.settle());
    CHECK(to.holds(64, 3000, static_cast<unsigned>(round)));
    const auto done = from.poll();
    REQUIRE(done.size() == 1);
    CHECK(done[0].status == IBV_WC_SUCCESS);
    REQUIRE(move_bare(from, IBV_QPS_RESET) == 0);
    REQUIRE(move_bare(to, IBV_QPS_RESET) == 0);
    REQUIRE(TwoComputers::climb(from, c, to.qp->qp_num, 77, 99, lab.b.gids()[0]) == 0);
    REQUIRE(TwoComputers::climb(to, c, from.qp->qp_num, 99, 77, lab.a.gids()[0]) == 0);
  }
}
