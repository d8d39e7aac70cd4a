#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// A writer and the owner of a window of type 1.
struct Windowed {
  TwoComputers lab;
  std::pair<End, End> ends = lab.connect();
  End &writer = ends.first, &owner = ends.second;
  Mw* mw = ibv_alloc_mw(owner.pd, IBV_MW_TYPE_1);

  int bind(std::uint64_t offset, std::uint64_t length, Mr* mr) {
    ibv_mw_bind b;
    b.wr_id = 5;
    b.send_flags = IBV_SEND_SIGNALED;
    b.bind_info = {mr, owner.buffer + offset, length, IBV_ACCESS_REMOTE_WRITE};
    const int error = ibv_bind_mw(owner.qp, mw, &b);
    REQUIRE(lab.settle());
    return error;
  }
  ibv_wc_status write(End& from, std::uint64_t offset, std::uint32_t rkey) {
    REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 16)}, owner, offset,
                      [rkey](ibv_send_wr& wr) { wr.wr.rdma.rkey = rkey; }) == 0);
    REQUIRE(lab.settle());
    const auto done = from.poll();
    REQUIRE(done.size() == 1);
    return done[0].status;
  }
};

}  // namespace

TEST_CASE("a window of type 1 is bound by its own call, under a new key that it then has") {
  Windowed t;
  REQUIRE(t.mw);
  const std::uint32_t before = t.mw->rkey;
  REQUIRE(t.bind(1024, 128, t.owner.mr) == 0);
  const auto done = t.owner.poll();
  REQUIRE(done.size() == 1);
  CHECK(done[0].wr_id == 5);
  CHECK(done[0].opcode == IBV_WC_BIND_MW);
  CHECK(done[0].status == IBV_WC_SUCCESS);
  CHECK(t.mw->rkey != before);
  t.writer.fill(0, 16, 3);
  CHECK(t.write(t.writer, 1024, t.mw->rkey) == IBV_WC_SUCCESS);
  CHECK(t.owner.holds(1024, 16, 3));
  CHECK(ibv_dereg_mr(t.owner.mr) == EBUSY);
  CHECK(t.write(t.writer, 1024, before) == IBV_WC_REM_ACCESS_ERR);
}

TEST_CASE("a window of type 1 opens for every queue pair of its protection domain") {
  Windowed t;
  End other = TwoComputers::open(t.lab.a, {});
  ibv_qp_init_attr init;
  init.send_cq = init.recv_cq = t.owner.cq;
  init.cap.max_send_wr = 1;
  End second = t.owner;
  second.qp = ibv_create_qp(t.owner.pd, &init);
  REQUIRE(TwoComputers::climb(other, {}, second.qp->qp_num, 1, 2, t.lab.b.gids()[0]) == 0);
  REQUIRE(TwoComputers::climb(second, {}, other.qp->qp_num, 2, 1, t.lab.a.gids()[0]) == 0);
  REQUIRE(t.bind(0, 128, t.owner.mr) == 0);
  CHECK(t.write(other, 0, t.mw->rkey) == IBV_WC_SUCCESS);
}

TEST_CASE("a bound window of type 1 moves with the next bind, and one of no octets closes it") {
  Windowed t;
  REQUIRE(t.bind(0, 64, t.owner.mr) == 0);
  const std::uint32_t old = t.mw->rkey;
  REQUIRE(t.bind(4096, 64, t.owner.mr) == 0);
  CHECK(t.write(t.writer, 4096, t.mw->rkey) == IBV_WC_SUCCESS);
  const bool by_old = GENERATE(true, false);
  if (!by_old) REQUIRE(t.bind(0, 0, nullptr) == 0);
  CHECK(t.write(t.writer, 4096, by_old ? old : t.mw->rkey) == IBV_WC_REM_ACCESS_ERR);
  CHECK(ibv_dereg_mr(t.owner.mr) == (by_old ? EBUSY : 0));
}

TEST_CASE("a peer cannot invalidate a window of type 1") {
  Windowed t;
  REQUIRE(t.bind(0, 64, t.owner.mr) == 0);
  REQUIRE(t.owner.receive(1, 0, 64) == 0);
  REQUIRE(t.writer.post(1, IBV_WR_SEND_WITH_INV, {t.writer.sge(0, 8)}, t.owner, 0,
                        [&](ibv_send_wr& wr) { wr.invalidate_rkey = t.mw->rkey; }) == 0);
  REQUIRE(t.lab.settle());
  CHECK(t.writer.poll()[0].status == IBV_WC_REM_ACCESS_ERR);  // IBTA vol. 1, 9.9.6
}

TEST_CASE("each type of window has its own way to be bound") {
  Windowed t;
  ibv_send_wr wr, *bad = nullptr;
  wr.opcode = IBV_WR_BIND_MW;
  wr.bind_mw = {t.mw, ibv_inc_rkey(t.mw->rkey), {t.owner.mr, t.owner.buffer, 8, IBV_ACCESS_REMOTE_WRITE}};
  CHECK(ibv_post_send(t.owner.qp, &wr, &bad) == EINVAL);
  CHECK(t.lab.b.context.refusal.rule == &refused_window_type);
  CHECK(bad == &wr);
  t.mw = ibv_alloc_mw(t.owner.pd, IBV_MW_TYPE_2);
  CHECK(t.bind(0, 8, t.owner.mr) == EINVAL);
  CHECK(t.lab.b.context.refusal.rule == &refused_window_type);
}
