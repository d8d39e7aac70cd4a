#include "lessons/broken_claims.h"
#include "support/catch.h"

/// The claims about a busy core, over summaries built by hand: each holds on what the scenario says, and fails when its
/// cause is taken away.
using namespace rocelab::lessons;
using rocelab::test::check_each;
using Json = nlohmann::ordered_json;

namespace {

Json lane(double latency, std::uint64_t waited_ns) {
  return {{"latency_ns", latency},
          {"window_ns", latency + 1000},
          {"payload_intact", true},
          {"counters", {{"run_queue_wait_ps", waited_ns * 1000}, {"neighbour_ps", 0}}}};
}

Json run(Json tcp, Json rdma) { return {{"lanes", {{"tcp", std::move(tcp)}, {"rdma", std::move(rdma)}}}}; }
Json& in(Runs& runs, const char* name, const char* lane) { return runs.at(name)["lanes"][lane]; }

Runs busy() {
  Runs runs{{"run", run(lane(3'012'000, 3'000'000), lane(2800, 0))},
            {"quiet", run(lane(12'000, 0), lane(2800, 0))},
            {"two_sided", run(lane(3'012'000, 3'000'000), lane(3'003'000, 2'998'000))},
            {"two_sided_quiet", run(lane(12'000, 0), lane(3000, 0))}};
  in(runs, "run", "rdma")["counters"]["neighbour_ps"] = 3'800'000;
  return runs;
}

}  // namespace

TEST_CASE("claims about a busy core hold, and fail without their cause") {
  check_each(
      "73-busy-peer", busy(),
      {
          {"l2.busy_tcp_late", [](Runs& r) { in(r, "run", "tcp")["latency_ns"] = 13'000; }},
          {"l2.busy_tcp_waits_for_its_turn",
           [](Runs& r) { in(r, "run", "tcp")["counters"]["run_queue_wait_ps"] = 1'000'000'000; }},
          {"l2.busy_rdma_same", [](Runs& r) { in(r, "run", "rdma")["latency_ns"] = 2800.001; }},
          {"l2.busy_rdma_beside_it", [](Runs& r) { in(r, "run", "rdma")["counters"]["neighbour_ps"] = 0; }},
          {"l2.busy_rdma_nobody_waits", [](Runs& r) { in(r, "run", "rdma")["counters"]["run_queue_wait_ps"] = 1; }},
          {"l2.busy_send_waits", [](Runs& r) { in(r, "two_sided", "rdma")["latency_ns"] = 3001; }},
          {"l2.busy_intact", [](Runs& r) { in(r, "two_sided", "rdma")["payload_intact"] = false; }},
      });
}
