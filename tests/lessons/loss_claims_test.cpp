#include <functional>

#include "lessons/sample.h"
#include "lessons/verdicts.h"
#include "support/catch.h"

/// Lesson 5's claims over results built by hand: each can fail.
using namespace rocelab;
using namespace rocelab::lessons;
using scenarios::LaneResult;
using scenarios::Result;

namespace {

using test::Results;

/// A lane whose long run kept `share` of `without` Gb/s in 100 ms, of which the shares went to window and timer.
void keeps(LaneResult& lane, double share, double without, double window, double timer, std::uint64_t w) {
  scenarios::RetainedRun r;
  r.goodput_gbps = share * without;
  r.without_gbps = without;
  r.window = 100'000'000'000;
  r.loss_cost.window_waste = static_cast<Ps>(window * 1e11);
  r.loss_cost.timer_idle = static_cast<Ps>(timer * 1e11);
  r.loss_cost.told = w > 0 ? 100 : 0;
  r.loss_cost.sent_since = w * 100;
  lane.retained = share;
  lane.retained_run = r;
}

LaneResult& tcp(Result& r) { return r.lanes[0].second; }
LaneResult& rdma(Result& r) { return r.lanes[1].second; }

Results sample() {
  Result base = test::sample_result();
  base.scenario = "05-loss";
  base.config = {{"network.loss", "0.01"}, {"network.lossless", "false"}};
  base.overridden.clear();
  tcp(base).wire.dropped = rdma(base).wire.dropped = 10;
  keeps(tcp(base), 0.35, 30, 0, 0.1, 0);
  Results all{{"run", base}, {"lossless", base}, {"selective", base}, {"window_alone", base}, {"damaged", base}};
  keeps(rdma(all["run"]), 0.01, 92, 0.05, 0.93, 90);
  keeps(rdma(all["lossless"]), 1, 92, 0, 0, 0);
  rdma(all["lossless"]).wire.dropped = 0;
  keeps(rdma(all["selective"]), 0.98, 92, 0, 0.01, 90);
  keeps(rdma(all["window_alone"]), 0.99 / 1.9, 92, 0.46, 0, 90);
  keeps(rdma(all["damaged"]), 0.02, 92, 0.05, 0.93, 90);
  return all;
}

auto verdicts(const Results& results) { return test::verdicts("05-loss", results); }

}  // namespace

TEST_CASE("every claim of lesson 5 holds on runs that are as the lesson says") {
  const auto all = verdicts(sample());
  CHECK(all.size() >= 14);
  for (const auto& [id, holds] : all) {
    INFO(id);
    CHECK(holds == true);
  }
}

TEST_CASE("every claim of lesson 5 fails when its cause is taken away") {
  using Break = std::function<void(Results&)>;
  const std::map<std::string, Break> breaks{
      {"l5.tcp_degrades", [](Results& r) { tcp(r["run"]).retained = 1; }},
      {"l5.go_back_n_collapses", [](Results& r) { rdma(r["run"]).retained = 0.5; }},
      {"l5.falls_further", [](Results& r) { tcp(r["run"]).retained = 0.005; }},
      {"l5.not_always_slower", [](Results& r) { rdma(r["window_alone"]).retained_run->goodput_gbps = 5; }},
      {"l5.timer_takes_most", [](Results& r) { rdma(r["run"]).retained_run->loss_cost.timer_idle = 0; }},
      {"l5.window_takes_its_share",
       [](Results& r) { rdma(r["window_alone"]).retained_run->loss_cost.sent_since = 100 * 50; }},
      {"l5.window_alone_idles_not",
       [](Results& r) { rdma(r["window_alone"]).retained_run->loss_cost.timer_idle = 50'000'000'000; }},
      {"l5.selective_repeat", [](Results& r) { rdma(r["selective"]).retained = 0.5; }},
      {"l5.selective_wastes_nothing",
       [](Results& r) { rdma(r["selective"]).retained_run->loss_cost.window_waste = 50'000'000'000; }},
      {"l5.lossless_brings_it_back", [](Results& r) { rdma(r["lossless"]).retained = 0.01; }},
      {"l5.lossless_class_loses_none", [](Results& r) { rdma(r["lossless"]).wire.dropped = 1; }},
      {"l5.tcp_stays_lossy", [](Results& r) { tcp(r["lossless"]).wire.dropped = 0; }},
      {"l5.no_help_against_damage", [](Results& r) { rdma(r["damaged"]).retained = 1; }},
      {"l5.intact", [](Results& r) { tcp(r["run"]).payload_intact = false; }},
  };
  for (const auto& [id, holds] : verdicts(sample())) {
    INFO(id);
    REQUIRE(breaks.count(id));
    Results broken = sample();
    breaks.at(id)(broken);
    CHECK(verdicts(broken).at(id) == false);
  }
}

TEST_CASE("lesson 5: what speaks of the loss is n/a once the lossless network is on, what speaks of that is not") {
  Results r = sample();
  r["run"].overridden = {"network.lossless"};
  const auto all = verdicts(r);
  CHECK(all.at("l5.go_back_n_collapses") == std::nullopt);
  CHECK(all.at("l5.lossless_brings_it_back") == true);
}
