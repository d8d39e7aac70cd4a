#include "counted.h"
#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

struct Lab : TwoComputers {
  explicit Lab(bool compression, std::uint32_t cqe = 256) : TwoComputers(profile(compression)) {
    probe.attach(counted);
    a.memory.latency = b.memory.latency = 400'000;
    Connection c;
    c.cqe = cqe;
    ends = std::make_unique<std::pair<End, End>>(connect(c));
    from().fill(0, 64, 3);
  }
  static rnic::Profile profile(bool compression) {
    rnic::Profile p;
    p.cqe_compression = compression;
    return p;
  }
  End& from() { return ends->first; }
  End& to() { return ends->second; }
  void burst(unsigned first, unsigned count) {
    for (unsigned n = first; n < first + count; ++n)
      REQUIRE(from().post(n, IBV_WR_RDMA_WRITE, {from().sge(0, 64)}, to(), n % 64 * 64) == 0);
  }
  Counted counted;
  std::unique_ptr<std::pair<End, End>> ends;
};

}  // namespace

TEST_CASE("compressed completions are the same completions in fewer octets") {
  std::uint64_t octets[2];
  std::vector<ibv_wc> got[2];
  for (const bool on : {false, true}) {
    Lab lab(on);
    lab.burst(0, 40);
    REQUIRE(lab.settle());
    got[on] = lab.from().poll();
    octets[on] = lab.counted.control_written;
    CHECK((lab.counted["rdma.cqes_joined"] > 0) == on);
    CHECK(lab.counted.control_written == 64 * (40 - lab.counted["rdma.cqes_joined"]));
  }
  REQUIRE(got[0].size() == 40);
  REQUIRE(got[1].size() == 40);
  for (std::size_t i = 0; i < 40; ++i) {
    CHECK(got[1][i].wr_id == got[0][i].wr_id);
    CHECK(got[1][i].status == got[0][i].status);
    CHECK(got[1][i].opcode == got[0][i].opcode);
    CHECK(got[1][i].byte_len == got[0][i].byte_len);
    CHECK(got[1][i].qp_num == got[0][i].qp_num);
    CHECK(got[1][i].message == got[0][i].message);
  }
  CHECK(octets[1] < octets[0] / 2);
}

TEST_CASE("a single completion is not late with compression") {
  Ps when[2];
  for (const bool on : {false, true}) {
    Lab lab(on);
    const Ps begin = lab.timeline.now();
    lab.burst(0, 1);
    while (lab.from().poll().empty()) lab.timeline.run_until(lab.timeline.next());
    when[on] = lab.timeline.now() - begin;
    REQUIRE(lab.settle());
  }
  CHECK(when[0] == when[1]);
}

TEST_CASE("a poll that asks for fewer than an entry holds gets the rest next time") {
  Lab lab(true);
  lab.burst(0, 20);
  REQUIRE(lab.settle());
  std::vector<std::uint64_t> ids;
  ibv_wc wc[4];
  while (const int n = ibv_poll_cq(lab.from().cq, ids.size() % 3 + 1, wc)) {
    for (int i = 0; i < n; ++i) ids.push_back(wc[i].wr_id);
  }
  REQUIRE(ids.size() == 20);
  for (std::size_t i = 0; i < 20; ++i) CHECK(ids[i] == i);
}

TEST_CASE("receives come compressed as well, and a ring goes round many times") {
  Lab lab(true, 16);
  for (unsigned round = 0; round < 12; ++round) {
    for (unsigned n = 0; n < 10; ++n) REQUIRE(lab.to().receive(n, 4096 + n * 64, 64) == 0);
    for (unsigned n = 0; n < 10; ++n)
      REQUIRE(lab.from().post(n, IBV_WR_SEND, {lab.from().sge(0, 64 - n)}, lab.to()) == 0);
    REQUIRE(lab.settle());
    const auto got = lab.to().poll();
    REQUIRE(got.size() == 10);
    for (unsigned n = 0; n < 10; ++n) {
      CHECK(got[n].wr_id == n);
      CHECK(got[n].byte_len == 64 - n);
    }
    CHECK(lab.from().poll().size() == 10);
  }
  CHECK(lab.counted["rdma.cqes_joined"] > 0);
}

TEST_CASE("an error among compressed completions stands alone and in its place") {
  Lab lab(true);
  lab.burst(0, 8);
  REQUIRE(lab.from().post(8, IBV_WR_RDMA_WRITE, {lab.from().sge(0, 64)}, lab.to(), 1 << 30) == 0);
  lab.burst(9, 3);
  REQUIRE(lab.settle());
  const auto got = lab.from().poll();
  REQUIRE(got.size() == 12);
  for (unsigned n = 0; n < 12; ++n) {
    CHECK(got[n].wr_id == n);
    CHECK(got[n].status == (n < 8 ? IBV_WC_SUCCESS : n == 8 ? IBV_WC_REM_ACCESS_ERR : IBV_WC_WR_FLUSH_ERR));
  }
}

TEST_CASE("a reset takes away compressed completions that were polled half") {
  Lab lab(true);
  lab.burst(0, 20);
  REQUIRE(lab.settle());
  ibv_wc wc[3];
  REQUIRE(ibv_poll_cq(lab.from().cq, 3, wc) == 3);
  ibv_qp_attr attr;
  attr.qp_state = IBV_QPS_RESET;
  REQUIRE(ibv_modify_qp(lab.from().qp, &attr, IBV_QP_STATE) == 0);
  CHECK(lab.from().poll().empty());
  CHECK(lab.from().cq->taken == 0);
}
