#include "scenarios/lane.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

constexpr Ps us = 1'000'000;

std::uint64_t waited(const LaneResult& lane) {
  const auto it = lane.counters.find("run_queue_wait_ps");
  return it == lane.counters.end() ? 0 : it->second;
}

}  // namespace

TEST_CASE("a reader that is woken in its neighbour's turn reads when the turn is over") {
  const Result r = run_lanes({{"tcp", "kernel_tcp"}}, {{"host.neighbour", "0.5"}, {"host.time_slice", "100us"}});
  const LaneResult& lane = r.lane("tcp");
  CHECK(lane.payload_intact);
  // A turn begins with the window: 1.5 us of switch, 100 us of slice. Interrupt and softirq get into it and put its end
  // off; the reader's switch, copy and return come after it.
  CHECK(lane.latency == 101'500'000 + lane.peer.cpu.total());
  CHECK(waited(lane) > 90 * us);
  CHECK(lane.peer_cpu() == "full");  // the lane's own time; the neighbour's stands apart
  CHECK(lane.peer.cpu.total() < 10 * us);
}

TEST_CASE("a neighbour at the sender keeps the sender off from the first instant") {
  const Result r = run_lanes({{"tcp", "kernel_tcp"}},
                             {{"host.neighbour", "0.5"}, {"host.time_slice", "100us"}, {"host.neighbour_at", "local"}});
  const LaneResult& lane = r.lane("tcp");
  CHECK(waited(lane) == 101'500'000);  // from t0 to the end of the turn
  CHECK(lane.counters.at("neighbour_ps") == 101'500'000);
}

TEST_CASE("one-sided RDMA does not see a neighbour at the peer") {
  const Result r = run_lanes({{"rdma", "rdma"}}, {{"host.neighbour", "0.9"}, {"message.count", "50"}});
  const LaneResult& lane = r.lane("rdma");
  CHECK(lane.payload_intact);
  CHECK(waited(lane) == 0);
  CHECK(lane.peer_cpu() == "none");
  CHECK(lane.counters.at("neighbour_ps") == static_cast<std::uint64_t>(lane.window));
}

TEST_CASE("a polling sender that shares its core waits for its turn and loses nothing") {
  const Result r = run_lanes({{"rdma", "rdma"}}, {{"host.neighbour", "0.5"},
                                                  {"host.time_slice", "20us"},
                                                  {"host.neighbour_at", "both"},
                                                  {"operation", "send"},
                                                  {"message.count", "100"}});
  CHECK(r.lane("rdma").payload_intact);
  CHECK(waited(r.lane("rdma")) > 20 * us);
}

TEST_CASE("a stream over TCP between two busy cores arrives intact") {
  const Result r = run_lanes({{"tcp", "kernel_tcp"}}, {{"host.neighbour", "0.5"},
                                                       {"host.time_slice", "20us"},
                                                       {"host.neighbour_at", "both"},
                                                       {"message.size", "64KiB"},
                                                       {"message.count", "20"}});
  CHECK(r.lane("tcp").payload_intact);
  CHECK(waited(r.lane("tcp")) > 20 * us);
}

TEST_CASE("a share of the core that leaves the threads nothing is refused") {
  CHECK_THROWS_WITH(run_lanes({{"tcp", "kernel_tcp"}}, {{"host.neighbour", "1"}}), Contains("a share from 0 to 0.95"));
}
