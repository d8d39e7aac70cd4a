#include "lessons/broken_claims.h"
#include "lessons/sample.h"

using namespace rocelab;
using namespace rocelab::lessons;
using scenarios::LaneResult;
using scenarios::Result;
using test::Results;

namespace {

LaneResult& rdma(Result& r) { return r.lanes[1].second; }

/// 24 forged packets, each dropped for one of three causes, and the message beside them delivered.
Result sample() {
  Result r = test::sample_result();
  r.scenario = "51-attacker";
  rdma(r).counters = {
      {"rdma.forged_frames", 24}, {"rdma.wrong_address", 8}, {"rdma.unknown_qp", 8}, {"rdma.wrong_pkey", 8}};
  return r;
}

}  // namespace

TEST_CASE(
    "every claim about the stranger holds where all he sent was counted and dropped, and fails without its cause") {
  const Results sound{{"run", sample()}};
  test::check_each(sound.at("run").scenario, sound,
                   {
                       {"l4.stranger_tried", [](Results& r) { rdma(r["run"]).counters.clear(); }},
                       {"l4.stranger_counted", [](Results& r) { rdma(r["run"]).counters["rdma.wrong_address"] = 7; }},
                       {"l4.stranger_nothing_written", [](Results& r) { rdma(r["run"]).stages.back().bytes += 64; }},
                       {"l4.stranger_unheard", [](Results& r) { rdma(r["run"]).counters["naks"] = 1; }},
                       {"l4.stranger_harmless", [](Results& r) { rdma(r["run"]).payload_intact = false; }},
                   });
}
