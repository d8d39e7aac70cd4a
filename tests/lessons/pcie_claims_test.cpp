#include "lessons/broken_claims.h"
#include "lessons/sample.h"

/// The claims about a narrow slot over results built by hand: each can fail.
using namespace rocelab;
using namespace rocelab::lessons;
using scenarios::LaneResult;
using scenarios::Result;
using test::Results;

namespace {

LaneResult lane(double gbps) {
  LaneResult l = test::sample_result().lanes[1].second;
  l.payload_bytes = 2'000'000;
  l.window = static_cast<Ps>(static_cast<double>(l.payload_bytes) * 8e3 / gbps);
  l.counters = {{"pcie.to_host_octets", 2'400'000}, {"pcie.to_device_octets", 2'300'000}};
  return l;
}

Result both(double x16, double x8) {
  Result r = test::sample_result();
  r.scenario = "72-pcie-narrow";
  r.overridden.clear();
  r.lanes = {{"x16", lane(x16)}, {"x8", lane(x8)}};
  return r;
}

LaneResult& x16(Result& r) { return r.lanes[0].second; }
LaneResult& x8(Result& r) { return r.lanes[1].second; }

Results sample() {
  return {{"run", both(91, 52.5)},
          {"exact", both(91, 52.6)},
          {"large_tlps", both(91, 54)},
          {"next_generation", both(91, 91)}};
}

}  // namespace

TEST_CASE("every claim about a narrow slot holds, and fails when its cause is taken away") {
  test::check_each<Results>(
      "72-pcie-narrow", sample(),
      {
          {"pcie.narrow", [](Results& r) { x8(r["run"]) = lane(91); }},
          {"pcie.wide", [](Results& r) { x16(r["run"]) = lane(60); }},
          {"pcie.same_overhead", [](Results& r) { x8(r["run"]).counters["pcie.to_host_octets"] += 24; }},
          {"pcie.large_tlps", [](Results& r) { x8(r["large_tlps"]) = lane(52.4); }},
          {"pcie.next_generation", [](Results& r) { x8(r["next_generation"]) = lane(80); }},
          {"pcie.exact", [](Results& r) { x8(r["exact"]) = lane(54); }},
          {"pcie.intact", [](Results& r) { x8(r["run"]).payload_intact = false; }},
      });
}
