#include "lessons/broken_claims.h"
#include "lessons/sample.h"

/// The claims of the network's scenarios over results built by hand: each holds on what the scenario is to show, and
/// fails when its cause is taken away.
using namespace rocelab;
using namespace rocelab::lessons;
using scenarios::LaneResult;
using scenarios::Result;
using test::Results;

namespace {

LaneResult plain() { return test::sample_result().lane("rdma"); }

Result with_lanes(const std::string& scenario, const std::vector<std::string>& lanes) {
  Result r = test::sample_result();
  r.scenario = scenario;
  r.overridden.clear();
  r.lanes.clear();
  for (const std::string& lane : lanes) r.lanes.emplace_back(lane, plain());
  return r;
}

LaneResult& lane(Result& r, const std::string& name) {
  for (auto& [n, l] : r.lanes)
    if (n == name) return l;
  throw std::out_of_range(name);
}

void goodput(LaneResult& l, double gbps) {
  l.payload_bytes = 1'000'000'000;
  l.window = static_cast<Ps>(8e12 / gbps);
}

std::vector<scenarios::FlowResult> flows(const std::vector<double>& shares) {
  std::vector<scenarios::FlowResult> all;
  for (const double share : shares) {
    all.push_back({"local", "peer", 1000, true});
    all.back().shared_gbps = share;
  }
  return all;
}

void keeps(LaneResult& l, double retained, std::uint64_t dropped, std::uint64_t pauses) {
  l.retained = retained;
  l.retained_run = scenarios::RetainedRun{};
  l.retained_run->data_frames = 100'000;
  l.retained_run->dropped = dropped;
  l.retained_run->pauses = pauses;
}

void check(const Results& sample, const test::Breaks<Results>& breaks) {
  test::check_each(sample.at("run").scenario, sample, breaks);
}

}  // namespace

TEST_CASE("claims of real congestion") {
  Result base = with_lanes("80-congestion", {"tcp", "rdma"});
  lane(base, "rdma").wire.dropped = 30;
  lane(base, "rdma").counters["dropped.tail"] = 30;
  keeps(lane(base, "rdma"), 0.05, 1000, 0);
  Results all{{"run", base}, {"lossless", base}};
  keeps(lane(all["lossless"], "rdma"), 1, 0, 50);
  all["long"] = base;
  const auto far = [](Results& r) -> LaneResult& { return lane(r["long"], "rdma"); };
  const auto run = [](Results& r) -> LaneResult& { return lane(r["run"], "rdma"); };
  const auto lossless = [](Results& r) -> LaneResult& { return lane(r["lossless"], "rdma"); };
  check(all, {{"congestion.loses_one_percent", [=](Results& r) { far(r).retained_run->dropped = 0; }},
              {"congestion.is_the_cause", [=](Results& r) { far(r).counters.erase("dropped.tail"); }},
              {"congestion.lossless_retains", [=](Results& r) { lossless(r).retained = 0.99; }},
              {"congestion.lossless_loses_none", [=](Results& r) { lossless(r).retained_run->dropped = 1; }},
              {"congestion.waits_instead", [=](Results& r) { lossless(r).retained_run->pauses = 0; }},
              {"congestion.intact", [=](Results& r) { run(r).payload_intact = false; }}});
}

TEST_CASE("claims of bit errors on a lossless network") {
  Results all{{"run", with_lanes("81-corruption", {"go_back_n", "selective"})}};
  keeps(lane(all["run"], "go_back_n"), 0.7, 0, 0);
  keeps(lane(all["run"], "selective"), 0.99, 0, 0);
  const auto gbn = [](Results& r) -> LaneResult& { return lane(r["run"], "go_back_n"); };
  check(all, {{"corruption.pfc_does_not_help", [=](Results& r) { gbn(r).retained = 1; }},
              {"corruption.not_congestion", [=](Results& r) { gbn(r).retained_run->pauses = 1; }},
              {"corruption.selective_hardly_pays", [](Results& r) { lane(r["run"], "selective").retained = 0.7; }}});
}

TEST_CASE("claims of the incast") {
  Results all{{"run", with_lanes("82-incast", {"pfc", "dcqcn"})}};
  lane(all["run"], "pfc").flows = flows({12, 12.5});
  lane(all["run"], "dcqcn").flows = flows({11.8, 12.4});
  lane(all["run"], "pfc").wire.pauses = 6000;
  lane(all["run"], "dcqcn").wire.pauses = 100;
  lane(all["run"], "dcqcn").wire.cnps = 900;
  lane(all["run"], "dcqcn").fairness = 0.99;
  const auto dcqcn = [](Results& r) -> LaneResult& { return lane(r["run"], "dcqcn"); };
  check(all, {{"incast.no_loss", [=](Results& r) { dcqcn(r).wire.dropped = 1; }},
              {"incast.ten_times_fewer_pauses", [=](Results& r) { dcqcn(r).wire.pauses = 1000; }},
              {"incast.equal_goodput",
               [=](Results& r) {
                 dcqcn(r).flows = flows({8, 7});
               }},
              {"incast.fair", [=](Results& r) { dcqcn(r).fairness = 0.8; }},
              {"incast.marks_do_it", [=](Results& r) { dcqcn(r).wire.cnps = 0; }}});
}

TEST_CASE("claims of delay control") {
  Results all{{"run", with_lanes("93-delay-control", {"pfc", "dcqcn", "swift"})}};
  for (const char* name : {"pfc", "dcqcn", "swift"}) {
    lane(all["run"], name).flows = flows({12, 12.5});
    lane(all["run"], name).ports = {{"sw0.port1", 350'000, {}}};
  }
  const auto swift = [](Results& r) -> LaneResult& { return lane(r["run"], "swift"); };
  lane(all["run"], "pfc").wire.pauses = 4000;
  goodput(lane(all["run"], "dcqcn"), 23);
  goodput(swift(all), 24.5);
  swift(all).fairness = 0.999;
  swift(all).ports[0].queue_bytes_max = 180'000;
  check(all, {{"delay.no_loss", [=](Results& r) { swift(r).wire.dropped = 1; }},
              {"delay.no_marks", [=](Results& r) { swift(r).wire.ecn_marked = 1; }},
              {"delay.ten_times_fewer_pauses", [=](Results& r) { swift(r).wire.pauses = 1000; }},
              {"delay.equal_goodput",
               [=](Results& r) {
                 swift(r).flows = flows({8, 7});
               }},
              {"delay.fair", [=](Results& r) { swift(r).fairness = 0.8; }},
              {"delay.shorter_queue", [=](Results& r) { swift(r).ports[0].queue_bytes_max = 350'000; }},
              {"delay.ends_sooner", [=](Results& r) { goodput(swift(r), 20); }}});
}

TEST_CASE("claims of two to one") {
  Results all{{"run", with_lanes("84-two-to-one", {"dcqcn"})}};
  lane(all["run"], "dcqcn").flows = flows({19.5, 19.7});
  const auto dcqcn = [](Results& r) -> LaneResult& { return lane(r["run"], "dcqcn"); };
  check(all, {{"two_to_one.first_half", [=](Results& r) { dcqcn(r).flows[0].shared_gbps = 25; }},
              {"two_to_one.second_half", [=](Results& r) { dcqcn(r).flows[1].shared_gbps = 15; }},
              {"two_to_one.port_is_full",
               [=](Results& r) {
                 dcqcn(r).flows = flows({15, 15});
               }},
              {"two_to_one.without_pauses", [=](Results& r) { dcqcn(r).wire.pauses = 1; }}});
}

TEST_CASE("claims of the victim flow") {
  Results all{{"run", with_lanes("85-victim", {"pfc", "dcqcn"})}};
  lane(all["run"], "pfc").flows = flows({25, 25});
  lane(all["run"], "dcqcn").flows = flows({60, 24});
  lane(all["run"], "pfc").wire.pauses = 1000;
  lane(all["run"], "dcqcn").wire.pauses = 10;
  check(all, {{"victim.suffers_under_pfc", [](Results& r) { lane(r["run"], "pfc").flows[0].shared_gbps = 90; }},
              {"victim.trunk_is_paused", [](Results& r) { lane(r["run"], "pfc").wire.pauses = 0; }},
              {"victim.dcqcn_frees_it", [](Results& r) { lane(r["run"], "dcqcn").flows[0].shared_gbps = 25; }},
              {"victim.fewer_pauses", [](Results& r) { lane(r["run"], "dcqcn").wire.pauses = 900; }}});
}

TEST_CASE("claims of the pause storm") {
  Results all{{"run", with_lanes("86-pause-storm", {"bare", "watchdog"})}};
  for (const char* name : {"bare", "watchdog"}) lane(all["run"], name).flows = flows({10, 10});
  lane(all["run"], "bare").flows[0].duration = 8'000'000'000;
  lane(all["run"], "watchdog").flows[0].duration = 2'000'000'000;
  lane(all["run"], "watchdog").counters["dropped.watchdog"] = 100;
  const auto dog = [](Results& r) -> LaneResult& { return lane(r["run"], "watchdog"); };
  check(all, {{"storm.spreads", [](Results& r) { lane(r["run"], "bare").flows[0].duration = 4'000'000'000; }},
              {"storm.watchdog_ends_it", [=](Results& r) { dog(r).flows[0].duration = 8'000'000'000; }},
              {"storm.victim_loses_none", [=](Results& r) { dog(r).flows[0].dropped = 1; }},
              {"storm.price", [=](Results& r) { dog(r).counters.erase("dropped.watchdog"); }}});
}

TEST_CASE("claims of the deadlock") {
  Results all{{"run", with_lanes("87-deadlock", {"clockwise", "watchdog", "shortest"})}};
  const auto clockwise = [](Results& r) -> LaneResult& { return lane(r["run"], "clockwise"); };
  const auto shortest = [](Results& r) -> LaneResult& { return lane(r["run"], "shortest"); };
  clockwise(all).counters["deadlocks"] = 1;
  clockwise(all).deadlock = {"sw0", "sw1", "sw2"};
  clockwise(all).delivered = false;
  check(all, {{"deadlock.detected", [=](Results& r) { clockwise(r).counters.erase("deadlocks"); }},
              {"deadlock.cycle_is_named", [=](Results& r) { clockwise(r).deadlock.pop_back(); }},
              {"deadlock.nothing_moves", [=](Results& r) { clockwise(r).delivered = true; }},
              {"deadlock.without_loss", [=](Results& r) { clockwise(r).wire.dropped = 1; }},
              {"deadlock.watchdog_breaks_it", [](Results& r) { lane(r["run"], "watchdog").delivered = false; }},
              {"deadlock.acyclic_routes", [=](Results& r) { shortest(r).counters["deadlocks"] = 1; }},
              {"deadlock.acyclic_delivers", [=](Results& r) { shortest(r).delivered = false; }}});
}

TEST_CASE("claims of the priority mismatch") {
  Results all{{"run", with_lanes("88-priority-mismatch", {"matched", "mismatched"})}};
  const auto matched = [](Results& r) -> LaneResult& { return lane(r["run"], "matched"); };
  const auto mismatched = [](Results& r) -> LaneResult& { return lane(r["run"], "mismatched"); };
  matched(all).wire.pauses = 400;
  mismatched(all).wire.dropped = 1000;
  check(all, {{"mismatch.loses", [=](Results& r) { mismatched(r).wire.dropped = 0; }},
              {"mismatch.no_pause", [=](Results& r) { mismatched(r).wire.pauses = 1; }},
              {"mismatch.matched_loses_none", [=](Results& r) { matched(r).wire.dropped = 1; }},
              {"mismatch.matched_pauses", [=](Results& r) { matched(r).wire.pauses = 0; }}});
}

TEST_CASE("claims of the headroom") {
  Results all{{"run", with_lanes("89-headroom", {"formula", "short"})}};
  for (const char* name : {"formula", "short"}) lane(all["run"], name).wire.pauses = 1000;
  lane(all["run"], "short").counters["dropped.headroom"] = 10;
  check(all, {{"headroom.formula_loses_none", [](Results& r) { lane(r["run"], "formula").wire.dropped = 1; }},
              {"headroom.one_frame_short_loses", [](Results& r) { lane(r["run"], "short").counters.clear(); }},
              {"headroom.both_pause", [](Results& r) { lane(r["run"], "short").wire.pauses = 0; }}});
}

TEST_CASE("claims of the order of thresholds") {
  Results all{{"run", with_lanes("90-ecn-above-xoff", {"below", "above"})}};
  lane(all["run"], "below").wire.cnps = 90;
  lane(all["run"], "below").wire.pauses = 40;
  lane(all["run"], "above").wire.pauses = 1600;
  check(all, {{"thresholds.above_never_marks", [](Results& r) { lane(r["run"], "above").wire.ecn_marked = 1; }},
              {"thresholds.above_pauses", [](Results& r) { lane(r["run"], "above").wire.pauses = 50; }},
              {"thresholds.below_marks", [](Results& r) { lane(r["run"], "below").wire.cnps = 0; }}});
}

TEST_CASE("claims of the parking lot") {
  Results all{{"run", with_lanes("91-parking-lot", {"slope", "cutoff"})}};
  const auto slope = [](Results& r) -> LaneResult& { return lane(r["run"], "slope"); };
  slope(all).flows = flows({40, 56, 57});
  slope(all).flows[0].ecn_marked = 30;
  slope(all).flows[1].ecn_marked = 4;
  slope(all).flows[2].ecn_marked = 25;
  slope(all).ports = {{"sw0.port2", 100, {{"p3", {{"marked", 9}}}}}, {"sw1.port0", 100, {{"p3", {{"marked", 50}}}}}};
  slope(all).fairness = 0.98;
  lane(all["run"], "cutoff").fairness = 0.96;
  check(all, {{"parking_lot.long_gets_less", [=](Results& r) { slope(r).flows[0].shared_gbps = 60; }},
              {"parking_lot.marked_twice", [=](Results& r) { slope(r).ports[0].by_priority["p3"]["marked"] = 4; }},
              {"parking_lot.slope_is_fairer", [=](Results& r) { slope(r).fairness = 0.9; }}});
}

TEST_CASE("claims of the slow receiver") {
  Results all{{"run", with_lanes("92-slow-receiver", {"lossless", "lossy"})}};
  const auto lossless = [](Results& r) -> LaneResult& { return lane(r["run"], "lossless"); };
  const auto lossy = [](Results& r) -> LaneResult& { return lane(r["run"], "lossy"); };
  goodput(lossless(all), 37.6);
  goodput(lossy(all), 8);
  lossless(all).wire.pauses = 180;
  lossy(all).counters["dropped.receive_buffer"] = 1000;
  check(all, {{"slow.pauses", [=](Results& r) { lossless(r).wire.pauses = 0; }},
              {"slow.loses_none", [=](Results& r) { lossless(r).wire.dropped = 1; }},
              {"slow.pace_of_the_host", [=](Results& r) { goodput(lossless(r), 90); }},
              {"slow.lossy_overflows", [=](Results& r) { lossy(r).counters.clear(); }},
              {"slow.lossy_is_slower", [=](Results& r) { goodput(lossy(r), 30); }}});
}
