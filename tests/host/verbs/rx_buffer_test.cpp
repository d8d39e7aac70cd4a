#include "counted.h"
#include "two_computers.h"

using namespace rocelab;
using namespace rocelab::test;
using namespace rocelab::verbs;

namespace {

rnic::Profile receiver(std::uint32_t buffer) {
  rnic::Profile p;
  p.mtt_cache_entries = 2;  // every page of a long message is absent
  p.rx_buffer_bytes = buffer;
  return p;
}

/// A sender at line rate before a NIC that reads a translation, 2 us away, for every page that it writes.
struct Lab : TwoComputers {
  explicit Lab(std::uint32_t buffer) : TwoComputers(rnic::Profile{}, receiver(buffer)) {
    probe.attach(counted);
    b.memory.latency = 2'000'000;
    b.engine.on_rx_pressure([this](Priority p, bool on) { asked.emplace_back(p.value, on); });
  }
  void send(bool lossless) {
    auto [from, to] = connect();
    if (lossless) {
      // Its frames say of themselves that they travel in a class that PFC protects.
      a.out.fate = [](PacketPtr& p) {
        p->lossless = true, p->priority = Priority{3};
        return std::vector<Ps>{TestWire::propagation};
      };
    }
    from.fill(0, 65536, 6);
    REQUIRE(from.post(1, IBV_WR_RDMA_WRITE, {from.sge(0, 65536)}, to) == 0);
    REQUIRE(settle());
    const auto done = from.poll();
    REQUIRE(done.size() == 1);
    CHECK(done[0].status == IBV_WC_SUCCESS);
    CHECK(to.holds(0, 65536, 6));
  }
  Counted counted;
  std::vector<std::pair<int, bool>> asked;
};

}  // namespace

TEST_CASE("a receive buffer that is full loses frames of a lossy class, counted by cause, and they come again") {
  Lab lab(16 * 1024);
  lab.send(false);
  CHECK(lab.counted["dropped.rx_buffer"] > 0);
  CHECK(lab.counted["dropped"] == lab.counted["dropped.rx_buffer"]);
  CHECK(lab.counted["retransmitted_frames"] >= lab.counted["dropped.rx_buffer"]);
  CHECK(lab.asked.empty());
}

TEST_CASE("a receive buffer that holds all that is on its way loses nothing") {
  Lab lab(128 * 1024);
  lab.send(false);
  CHECK(lab.counted["dropped.rx_buffer"] == 0);
  CHECK(lab.counted["rdma.mtt_misses"] >= 16);
}

TEST_CASE("a lossless class is asked to stop while the buffer is full, and let go") {
  Lab lab(100 * 1024);
  lab.send(true);
  CHECK(lab.counted["dropped.rx_buffer"] == 0);
  REQUIRE(lab.asked.size() >= 2);
  CHECK(lab.asked.front() == std::pair<int, bool>{3, true});
  CHECK(lab.asked.back() == std::pair<int, bool>{3, false});
  CHECK(lab.counted["rdma.rx_pressure"] * 2 == lab.asked.size());
}
