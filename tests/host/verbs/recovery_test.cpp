#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// Loses the n-th frame (from 1) of a direction.
void lose(TestWire& wire, std::uint64_t n) {
  wire.fate = [n, seen = std::uint64_t{0}](PacketPtr&) mutable {
    return ++seen == n ? std::vector<Ps>{} : std::vector<Ps>{TestWire::propagation};
  };
}

const char* const all_schemes[]{"go_back_0", "go_back_n", "irn", "rack", "timeout_only"};

}  // namespace

TEST_CASE("whichever frame is lost, every operation ends as it should, under every scheme") {
  for (const char* scheme : all_schemes) {
    for (const bool of_requester : {true, false}) {
      for (std::uint64_t n = 1; n <= 12; ++n) {
        INFO(scheme << ", frame " << n << (of_requester ? " from a" : " from b"));
        TwoComputers lab;
        Connection c;
        c.mtu = IBV_MTU_256;
        c.scheme = scheme;
        auto [from, to] = lab.connect(c);
        lose(of_requester ? lab.a.out : lab.b.out, n);
        from.fill(0, 1000, 1), from.fill(1000, 700, 2), to.fill(4000, 900, 3), to.set(8000, 5);
        REQUIRE(to.receive(9, 2000, 700) == 0);
        REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 1000)}, to, 0) == 0);
        REQUIRE(from.post(2, IBV_WR_SEND, {from.sge(1000, 700)}, to) == 0);
        REQUIRE(from.post(3, IBV_WR_RDMA_READ, {from.sge(5000, 900)}, to, 4000) == 0);
        REQUIRE(from.post(4, IBV_WR_ATOMIC_FETCH_AND_ADD, {from.sge(9000, 8)}, to, 8000,
                          [](ibv_send_wr& wr) { wr.wr.atomic.compare_add = 1; }) == 0);
        REQUIRE(lab.settle());
        CHECK(to.holds(0, 1000, 1));
        CHECK(to.holds(2000, 700, 2));
        CHECK(from.holds(5000, 900, 3));
        CHECK(from.get(9000) == 5);
        CHECK(to.get(8000) == 6);
        const auto done = from.poll();
        REQUIRE(done.size() == 4);
        for (std::size_t i = 0; i < 4; ++i) {
          CHECK(done[i].wr_id == i + 1);
          CHECK(done[i].status == IBV_WC_SUCCESS);
        }
        CHECK(to.poll().size() == 1);
      }
    }
  }
}

TEST_CASE("a peer that is gone ends the queue pair after its retries") {
  TwoComputers lab;
  Connection c;
  c.retry_cnt = 2;
  auto [from, to] = lab.connect(c);
  lab.a.out.fate = [](PacketPtr&) { return std::vector<Ps>{}; };
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  REQUIRE(from.post(2, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
  REQUIRE(lab.settle());
  const auto done = from.poll();
  REQUIRE(done.size() == 2);
  CHECK(done[0].status == IBV_WC_RETRY_EXC_ERR);
  CHECK(done[1].status == IBV_WC_WR_FLUSH_ERR);
  CHECK(lab.a.out.frames == 2 * 3);  // twice more after the first time
  CHECK(from.qp->state == IBV_QPS_ERR);
}

TEST_CASE("a SEND waits for its receive, or gives up after rnr_retry") {
  TwoComputers lab;
  Connection c;
  c.rnr_retry = GENERATE(1, 7);
  auto [from, to] = lab.connect(c);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 8)}, to) == 0);
  lab.timeline.run_until(lab.timeline.now() + 500'000'000);
  REQUIRE(to.receive(9, 0, 8) == 0);
  REQUIRE(lab.settle());
  const auto done = from.poll();
  REQUIRE(done.size() == 1);
  CHECK(done[0].status == (c.rnr_retry == 7 ? IBV_WC_SUCCESS : IBV_WC_RNR_RETRY_EXC_ERR));
}
