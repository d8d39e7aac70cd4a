#include "counted.h"
#include "tlm/random.h"
#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

/// A NIC that has almost nothing of everything.
rnic::Profile scarce() {
  rnic::Profile p;
  p.clock = Clock::mhz(430);
  p.doorbell = p.wqe_parse = p.gather = p.cqe_build = 10;
  p.packet_interval = 4;
  p.qp_cache_entries = 2, p.mtt_cache_entries = 3, p.cache_ways = 0;
  p.doorbell_queue = 2;
  p.rx_buffer_bytes = 12 * 1024;
  p.cqe_compression = true;
  p.receive_records = true;
  return p;
}

struct Lab : TwoComputers {
  explicit Lab(const std::string& scheme, unsigned connections) : TwoComputers(scarce()) {
    probe.attach(counted);
    a.memory.latency = b.memory.latency = 450'000;
    for (unsigned i = 0; i < connections; ++i) {
      Connection c;
      c.scheme = scheme;
      c.mtu = i % 2 ? IBV_MTU_256 : IBV_MTU_1024;
      ends.push_back(connect(c));
    }
  }
  Counted counted;
  std::vector<std::pair<End, End>> ends;
};

}  // namespace

TEST_CASE("with almost nothing of everything each operation of each connection still does what it should") {
  for (const char* scheme : {"go_back_0", "go_back_n", "irn", "rack", "timeout_only"}) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      INFO(scheme << ", seed " << seed);
      Lab lab(scheme, 5);
      Random random(seed, "loss");
      for (TestWire* wire : {&lab.a.out, &lab.b.out}) {
        wire->fate = [&random](PacketPtr&) {
          return random.chance(0.01) ? std::vector<Ps>{} : std::vector<Ps>{TestWire::propagation};
        };
      }
      for (auto& [from, to] : lab.ends) {
        from.fill(0, 9000, 1), to.fill(40'000, 9000, 3), to.set(80'000, 5);
        REQUIRE(to.receive(9, 20'000, 3000) == 0);
      }
      for (auto& [from, to] : lab.ends) {
        REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 9000)}, to, 0) == 0);
        REQUIRE(from.post(2, IBV_WR_SEND, {from.sge(0, 3000)}, to) == 0);
        REQUIRE(from.post(3, IBV_WR_RDMA_READ, {from.sge(60'000, 9000)}, to, 0) == 0);  // what the first one wrote
        REQUIRE(from.post(4, IBV_WR_RDMA_READ, {from.sge(100'000, 9000)}, to, 40'000) == 0);
        REQUIRE(from.post(5, IBV_WR_ATOMIC_FETCH_AND_ADD, {from.sge(90'000, 8)}, to, 80'000,
                          [](ibv_send_wr& wr) { wr.wr.atomic.compare_add = 1; }) == 0);
      }
      REQUIRE(lab.settle());
      for (auto& [from, to] : lab.ends) {
        CHECK(to.holds(0, 9000, 1));
        CHECK(to.holds(20'000, 3000, 1));
        CHECK(from.holds(60'000, 9000, 1));
        CHECK(from.holds(100'000, 9000, 3));
        CHECK(from.get(90'000) == 5);
        CHECK(to.get(80'000) == 6);
        const auto done = from.poll();
        REQUIRE(done.size() == 5);
        for (std::size_t i = 0; i < 5; ++i) {
          CHECK(done[i].wr_id == i + 1);
          CHECK(done[i].status == IBV_WC_SUCCESS);
        }
        CHECK(to.poll().size() == 1);
      }
      CHECK(lab.counted["rdma.context_misses"] > 0);
      CHECK(lab.counted["rdma.mtt_misses"] > 0);
    }
  }
}

TEST_CASE("a queue pair that is destroyed or reset while its context is read leaves nothing behind") {
  for (const bool destroyed : {true, false}) {
    Lab lab("go_back_n", 4);
    for (auto& [from, to] : lab.ends) {
      from.fill(0, 3000, 1);
      REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 3000)}, to) == 0);
    }
    lab.settle(600'000);  // reads of contexts are under way
    if (destroyed) {
      REQUIRE(ibv_destroy_qp(lab.ends[0].first.qp) == 0);
    } else {
      ibv_qp_attr attr;
      attr.qp_state = IBV_QPS_RESET;
      REQUIRE(ibv_modify_qp(lab.ends[0].first.qp, &attr, IBV_QP_STATE) == 0);
    }
    REQUIRE(lab.settle());
    CHECK(lab.ends[0].first.poll().empty());
    for (unsigned i = 1; i < 4; ++i) {
      CHECK(lab.ends[i].first.poll().size() == 1);
      CHECK(lab.ends[i].second.holds(0, 3000, 1));
    }
  }
}

TEST_CASE("packets of unreliable connections wait for their context and arrive") {
  TwoComputers lab(scarce());
  Counted counted;
  lab.probe.attach(counted);
  lab.a.memory.latency = lab.b.memory.latency = 450'000;
  Connection c;
  c.type = IBV_QPT_UC;
  std::vector<std::pair<End, End>> ends;
  for (int i = 0; i < 4; ++i) ends.push_back(lab.connect(c));
  for (auto& [from, to] : ends) {
    from.fill(0, 3000, 7);
    REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 3000)}, to) == 0);
  }
  REQUIRE(lab.settle());
  for (auto& [from, to] : ends) {
    CHECK(from.poll().size() == 1);
    CHECK(to.holds(0, 3000, 7));
  }
  CHECK(counted["rdma.context_misses"] > 0);
}
