#include <functional>

#include "lessons/claims/claim.h"
#include "lessons/sample.h"
#include "lessons/summary/json.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::lessons;
using scenarios::LaneResult;
using scenarios::Result;

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

std::map<std::string, std::optional<bool>> verdicts(const Result& result) {
  std::map<std::string, std::optional<bool>> by_id;
  const ClaimSet set = claims_of(result.scenario);
  for (const Verdict& v : judge(set.claims, {{"run", facts_of(result)}}, {}))
    by_id[v.claim->id] = v.holds;
  return by_id;
}

}  // namespace

TEST_CASE("every claim about the stranger holds where all he sent was counted and dropped") {
  const auto all = verdicts(sample());
  CHECK(all.size() == 5);
  for (const auto& [id, holds] : all) {
    INFO(id);
    CHECK(holds == true);
  }
}

TEST_CASE("every claim about the stranger fails when its cause is taken away") {
  const std::map<std::string, std::function<void(Result&)>> breaks{
      {"l4.stranger_tried", [](Result& r) { rdma(r).counters.clear(); }},
      {"l4.stranger_counted", [](Result& r) { rdma(r).counters["rdma.wrong_address"] = 7; }},
      {"l4.stranger_nothing_written", [](Result& r) { rdma(r).stages.back().bytes += 64; }},
      {"l4.stranger_unheard", [](Result& r) { rdma(r).counters["naks"] = 1; }},
      {"l4.stranger_harmless", [](Result& r) { rdma(r).payload_intact = false; }},
  };
  CHECK(breaks.size() == verdicts(sample()).size());
  for (const auto& [id, take_away] : breaks) {
    Result r = sample();
    take_away(r);
    INFO(id);
    CHECK(verdicts(r).at(id) == false);
  }
}
