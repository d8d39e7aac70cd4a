#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// A sender and a receiver with a shared queue of eight.
struct Shared {
  TwoComputers lab{GENERATE(true, false) ? rnic::Profile::ideal() : rnic::Profile::named("cx5")};
  End from = TwoComputers::open(lab.a, {}), to = TwoComputers::open(lab.b, {});
  Srq* srq = nullptr;

  Shared() {
    ibv_srq_init_attr attr;
    attr.attr.max_wr = 8;
    attr.attr.max_sge = 2;
    srq = ibv_create_srq(to.pd, &attr);
    ibv_qp_init_attr init;
    init.send_cq = init.recv_cq = to.cq;
    init.srq = srq;
    init.cap.max_send_wr = 1;
    to.qp = ibv_create_qp(to.pd, &init);
    REQUIRE(TwoComputers::climb(from, {}, to.qp->qp_num, 1, 2, lab.b.gids()[0]) == 0);
    REQUIRE(TwoComputers::climb(to, {}, from.qp->qp_num, 2, 1, lab.a.gids()[0]) == 0);
  }

  int post(std::uint64_t wr_id) {
    ibv_sge s = to.sge(wr_id * 64, 64);
    ibv_recv_wr wr, *bad = nullptr;
    wr.wr_id = wr_id, wr.sg_list = &s, wr.num_sge = 1;
    return ibv_post_srq_recv(srq, &wr, &bad);
  }
  int resize(std::uint32_t size) {
    ibv_srq_attr attr;
    attr.max_wr = size;
    return ibv_modify_srq(srq, &attr, IBV_SRQ_MAX_WR);
  }
  /// Sends messages that say their number, and checks that they land in receives from `first` on.
  void send(std::uint64_t first, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      from.fill(0, 64, static_cast<unsigned>(first) + i);
      REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 64)}, to) == 0);
      REQUIRE(lab.settle());
      const auto got = to.poll();
      REQUIRE(got.size() == 1);
      CHECK(got[0].wr_id == first + i);
      CHECK(to.holds((first + i) * 64, 64, static_cast<unsigned>(first) + i));
    }
  }
};

}  // namespace

TEST_CASE("a shared queue that is made larger keeps what is posted, in order, and takes more") {
  Shared t;
  for (std::uint64_t i = 0; i < 8; ++i) REQUIRE(t.post(i) == 0);
  CHECK(t.post(8) == ENOMEM);
  t.send(0, 3);
  REQUIRE(t.resize(32) == 0);
  ibv_srq_attr now;
  REQUIRE(ibv_query_srq(t.srq, &now) == 0);
  CHECK(now.max_wr == 32);
  for (std::uint64_t i = 8; i < 35; ++i) REQUIRE(t.post(i) == 0);
  CHECK(t.post(35) == ENOMEM);
  t.send(3, 32);
}

TEST_CASE("a shared queue is made smaller as far as what is posted fits") {
  Shared t;
  for (std::uint64_t i = 0; i < 8; ++i) REQUIRE(t.post(i) == 0);
  t.send(0, 4);
  CHECK(t.resize(3) == EINVAL);
  CHECK(t.lab.b.context.refusal.rule == &refused_full_srq);
  REQUIRE(t.resize(4) == 0);
  CHECK(t.post(8) == ENOMEM);
  t.send(4, 4);
  for (std::uint64_t i = 8; i < 12; ++i) REQUIRE(t.post(i) == 0);
  t.send(8, 4);
}

TEST_CASE("a shared queue that grows while its entries are being fetched delivers all the same") {
  Shared t;
  for (std::uint64_t i = 0; i < 8; ++i) REQUIRE(t.post(i) == 0);
  t.from.fill(0, 64, 1);
  t.lab.b.memory.latency = 5'000'000;
  REQUIRE(t.from.post(1, IBV_WR_SEND, {t.from.sge(0, 64)}, t.to) == 0);
  t.lab.timeline.run_until(t.lab.timeline.now() + 4'000'000);  // the frame is there, the entry under way
  REQUIRE(t.resize(64) == 0);
  REQUIRE(t.lab.settle());
  const auto got = t.to.poll();
  REQUIRE(got.size() == 1);
  CHECK(got[0].wr_id == 0);
  CHECK(t.to.holds(0, 64, 1));
}

TEST_CASE("a size that no shared queue can have is refused with the most there is") {
  Shared t;
  CHECK(t.resize(0) == EINVAL);
  CHECK(t.lab.b.context.refusal.rule == &refused_capability);
  CHECK(t.resize(32769) == EINVAL);
}
