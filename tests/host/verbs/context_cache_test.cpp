#include "counted.h"
#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

struct Lab : TwoComputers {
  explicit Lab(const rnic::Profile& p, unsigned connections) : TwoComputers(p) {
    probe.attach(counted);
    a.memory.latency = b.memory.latency = 450'000;
    for (unsigned i = 0; i < connections; ++i) ends.push_back(connect());
  }
  /// So many WRITEs of 3000 octets by each connection, in turn; a READ of the last one behind them.
  void work(unsigned rounds) {
    for (auto& [from, to] : ends) from.fill(0, 3000, 5);
    for (unsigned n = 0; n < rounds; ++n)
      for (auto& [from, to] : ends) REQUIRE(from.post(n, IBV_WR_RDMA_WRITE, {from.sge(0, 3000)}, to, n * 4096) == 0);
    for (auto& [from, to] : ends)
      REQUIRE(from.post(rounds, IBV_WR_RDMA_READ, {from.sge(40000, 3000)}, to, (rounds - 1) * 4096) == 0);
    REQUIRE(settle());
    for (auto& [from, to] : ends) {
      const auto done = from.poll();
      REQUIRE(done.size() == rounds + 1);
      for (std::size_t i = 0; i < done.size(); ++i) {
        CHECK(done[i].wr_id == i);
        CHECK(done[i].status == IBV_WC_SUCCESS);
      }
      for (unsigned n = 0; n < rounds; ++n) CHECK(to.holds(n * 4096, 3000, 5));
      CHECK(from.holds(40000, 3000, 5));
    }
  }
  /// Runs to the moment of the next completion of this end.
  std::vector<ibv_wc> step_until_polled(const End& end) {
    std::vector<ibv_wc> got;
    while (got.empty() && timeline.next() != never) {
      timeline.run_until(timeline.next());
      got = end.poll();
    }
    return got;
  }
  Counted counted;
  std::vector<std::pair<End, End>> ends;
};

rnic::Profile profile(std::uint32_t contexts, std::uint32_t pages, std::uint32_t in_flight = 1) {
  rnic::Profile p;
  p.qp_cache_entries = contexts, p.mtt_cache_entries = pages, p.misses_in_flight = in_flight;
  return p;
}

}  // namespace

TEST_CASE("queue pairs whose contexts all fit never wait for one") {
  Lab lab(profile(4, 0), 4);
  lab.work(3);
  CHECK(lab.counted["rdma.context_misses"] == 0);
  CHECK(lab.counted["retransmitted_frames"] == 0);
}

TEST_CASE("with fewer contexts on the chip than queue pairs all messages arrive in order") {
  for (const std::uint32_t in_flight : {1u, 3u}) {
    Lab lab(profile(3, 0, in_flight), 4);
    lab.work(3);
    CHECK(lab.counted["rdma.context_misses"] > 0);
    CHECK(lab.counted["rdma.context_evictions"] == lab.counted["rdma.context_misses"]);
    CHECK(lab.counted["naks"] == 0);
    CHECK(lab.counted["retransmitted_frames"] == 0);
  }
}

TEST_CASE("a message whose contexts are absent is later by their DMA reads") {
  const auto duration = [](std::uint32_t contexts) {
    Lab lab(profile(contexts, 0), 2);
    End &from = lab.ends[0].first, &to = lab.ends[0].second;
    const Ps begin = lab.timeline.now();
    REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to) == 0);
    lab.step_until_polled(from);
    const Ps end = lab.timeline.now();
    CHECK(lab.counted["rdma.context_misses"] == (contexts == 1 ? 2 : 0));
    REQUIRE(lab.settle());
    return end - begin;
  };
  // Of the second connection made is the context here: the first one's is read at each NIC.
  CHECK(duration(1) - duration(2) == 2 * 450'000);
}

TEST_CASE("a page whose translation is absent delays its DMA and nothing is out of order") {
  for (const std::uint32_t in_flight : {1u, 4u}) {
    Lab lab(profile(0, 5, in_flight), 3);
    lab.work(6);
    CHECK(lab.counted["rdma.mtt_misses"] > 0);
    CHECK(lab.counted["retransmitted_frames"] == 0);
  }
}

TEST_CASE("a completion does not pass the payload that waits for its translation") {
  Lab lab(profile(0, 1), 1);
  auto& [from, to] = lab.ends[0];
  from.fill(0, 3000, 9);
  REQUIRE(to.receive(7, 8192, 3000) == 0);
  REQUIRE(from.post(1, IBV_WR_SEND, {from.sge(0, 3000)}, to) == 0);
  CHECK(lab.step_until_polled(to).size() == 1);
  CHECK(to.holds(8192, 3000, 9));
  CHECK(lab.counted["rdma.mtt_misses"] > 0);
  REQUIRE(lab.settle());
}

TEST_CASE("an atomic behind a WRITE that waits for its translation sees what it wrote") {
  Lab lab(profile(0, 1), 1);
  auto& [from, to] = lab.ends[0];
  from.set(0, 41);
  REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 8)}, to, 8192) == 0);
  REQUIRE(from.post(2, IBV_WR_ATOMIC_FETCH_AND_ADD, {from.sge(64, 8)}, to, 8192,
                    [](ibv_send_wr& wr) { wr.wr.atomic.compare_add = 1; }) == 0);
  REQUIRE(lab.settle());
  CHECK(from.get(64) == 41);
  CHECK(to.get(8192) == 42);
}
