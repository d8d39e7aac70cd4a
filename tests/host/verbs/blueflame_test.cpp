#include "hw/rnic/facts.h"
#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

struct Fetches : FactSink {
  void on_open(const Stage& stage, Tag, Ps) override { count += &stage == &rnic::stage_wqe_fetch; }
  unsigned count = 0;
};

/// Two connected computers, the first with a rule for BlueFlame.
struct Lab : TwoComputers {
  explicit Lab(BlueFlame rule) {
    probe.attach(fetches);
    a.rule = rule;
    from.fill(0, 128, 7);
  }
  /// How often the NIC has fetched WQEs for a write of `bytes`.
  unsigned fetches_of_a_write(std::uint32_t bytes, unsigned flags) {
    const unsigned before = fetches.count;
    CHECK(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, bytes)}, to, 0,
                    [flags](ibv_send_wr& wr) { wr.send_flags |= flags; }) == 0);
    CHECK(settle());
    CHECK(from.poll().size() == 1);
    CHECK(to.holds(0, bytes, 7));
    return fetches.count - before;
  }
  Fetches fetches;
  std::pair<End, End> ends = connect();
  End &from = ends.first, &to = ends.second;
};

}  // namespace

TEST_CASE("without BlueFlame the NIC fetches the WQE") {
  CHECK(Lab(BlueFlame::off).fetches_of_a_write(8, IBV_SEND_INLINE) == 1);
}

TEST_CASE("with BlueFlame a single WQE comes along with the doorbell") {
  Lab lab(BlueFlame::single);
  CHECK(lab.fetches_of_a_write(64, 0) == 0);
  CHECK(lab.fetches_of_a_write(128, IBV_SEND_INLINE) == 0);
}

TEST_CASE("BlueFlame for inline leaves other requests to the doorbell") {
  Lab lab(BlueFlame::inline_only);
  CHECK(lab.fetches_of_a_write(8, IBV_SEND_INLINE) == 0);
  CHECK(lab.fetches_of_a_write(8, 0) == 1);
}

TEST_CASE("a list of requests rings the doorbell, BlueFlame or not") {
  Lab lab(BlueFlame::single);
  ibv_sge s = lab.from.sge(0, 8);
  ibv_send_wr wr[2], *bad = nullptr;
  for (int i = 0; i < 2; ++i) {
    wr[i].sg_list = &s;
    wr[i].num_sge = 1;
    wr[i].send_flags = IBV_SEND_SIGNALED;
    wr[i].wr.rdma = {lab.to.buffer, lab.to.mr->rkey};
  }
  wr[0].next = &wr[1];
  CHECK(ibv_post_send(lab.from.qp, wr, &bad) == 0);
  CHECK(lab.settle());
  CHECK(lab.fetches.count == 1);
  CHECK(lab.from.poll().size() == 2);
}
