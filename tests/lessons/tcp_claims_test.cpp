#include "lessons/broken_claims.h"
#include "lessons/sample.h"

/// The claims about TCP's recovery and its window, over results built by hand: each can fail.
using namespace rocelab;
using scenarios::LaneResult;
using scenarios::Result;
using test::Results;

namespace {

constexpr Ps us = 1'000'000, ms = 1'000'000'000;

LaneResult& tcp(Result& r) { return r.lanes[0].second; }

Result blank(const std::string& scenario) {
  Result r = test::sample_result();
  r.scenario = scenario;
  r.overridden.clear();
  r.lanes.resize(1);
  tcp(r).latency = 200 * us;
  return r;
}

Results fast_retransmit() {
  Results all{{"run", blank("34-tcp-fast-retransmit")}, {"clean", blank("34-tcp-fast-retransmit")}};
  LaneResult& run = tcp(all["run"]);
  run.wire.dropped = run.retransmitted_frames = 1;
  run.counters["fast_recoveries"] = 1;
  run.latency = 290 * us;
  return all;
}

Results retransmission_timeout() {
  const std::string id = "35-tcp-retransmission-timeout";
  Results all{{"run", blank(id)}, {"clean", blank(id)}, {"probed", blank(id)}};
  LaneResult& run = tcp(all["run"]);
  run.wire.dropped = 4;
  run.counters["tail_probes"] = 1;
  run.timeouts = 1;
  run.latency = 202 * ms;
  run.loss_cost.timer_idle = run.latency - 200 * us;
  tcp(all["probed"]).latency = 2 * ms;
  return all;
}

Results zero_window() {
  const std::string id = "36-tcp-zero-window";
  Results all{{"run", blank(id)}, {"prompt", blank(id)}, {"roomy", blank(id)}};
  LaneResult& run = tcp(all["run"]);
  run.counters = {{"window_closed", 1}, {"window_probes", 1}, {"window_limited_ps", 499 * ms}};
  run.latency = 500 * ms;
  return all;
}

/// Those named hold as built, and each fails with its cause taken away.
void check_some(const std::string& scenario, const Results& sound, const test::Breaks<Results>& breaks) {
  const auto all = test::verdicts(scenario, sound);
  for (const auto& [id, take_away] : breaks) {
    INFO(id);
    REQUIRE(all.count(id));
    CHECK(all.at(id) == true);
    Results broken = sound;
    take_away(broken);
    CHECK(test::verdicts(scenario, broken).at(id) == false);
  }
}

/// Both lanes, under each of the names; what is kept of the rate is theirs to say.
Results both_lanes(const std::string& scenario, const std::vector<std::string>& names) {
  Results all;
  for (const std::string& name : names) {
    Result r = test::sample_result();
    r.scenario = scenario;
    r.overridden.clear();
    for (auto& [lane, result] : r.lanes) {
      result.retained = 0.5;
      result.retained_run.emplace();
      result.retained_run->window = 100 * ms;
    }
    all[name] = r;
  }
  return all;
}

}  // namespace

TEST_CASE("every claim about TCP's fast retransmit can fail") {
  test::check_each("34-tcp-fast-retransmit", fast_retransmit(),
                   {{"tcp_fast_retransmit.lost", [](Results& r) { tcp(r["run"]).wire.dropped = 0; }},
                    {"tcp_fast_retransmit.resent", [](Results& r) { tcp(r["run"]).retransmitted_frames = 10; }},
                    {"tcp_fast_retransmit.recovery", [](Results& r) { tcp(r["run"]).counters.clear(); }},
                    {"tcp_fast_retransmit.no_timer", [](Results& r) { tcp(r["run"]).timeouts = 1; }},
                    {"tcp_fast_retransmit.a_few_round_trips", [](Results& r) { tcp(r["run"]).latency = 200 * ms; }},
                    {"tcp_fast_retransmit.slower", [](Results& r) { tcp(r["run"]).latency = 200 * us; }},
                    {"tcp_fast_retransmit.intact", [](Results& r) { tcp(r["run"]).payload_intact = false; }}});
}

TEST_CASE("every claim about TCP's retransmission timeout can fail") {
  test::check_each(
      "35-tcp-retransmission-timeout", retransmission_timeout(),
      {{"tcp_retransmission_timeout.lost", [](Results& r) { tcp(r["run"]).wire.dropped = 3; }},
       {"tcp_retransmission_timeout.probe", [](Results& r) { tcp(r["run"]).counters.clear(); }},
       {"tcp_retransmission_timeout.timer", [](Results& r) { tcp(r["run"]).timeouts = 0; }},
       {"tcp_retransmission_timeout.two_hundred_ms", [](Results& r) { tcp(r["run"]).latency = 2 * ms; }},
       {"tcp_retransmission_timeout.idle", [](Results& r) { tcp(r["run"]).loss_cost.timer_idle = 2 * ms; }},
       {"tcp_retransmission_timeout.probe_would_do", [](Results& r) { tcp(r["probed"]).timeouts = 1; }},
       {"tcp_retransmission_timeout.ten_times", [](Results& r) { tcp(r["probed"]).latency = 202 * ms; }},
       {"tcp_retransmission_timeout.intact", [](Results& r) { tcp(r["run"]).payload_intact = false; }}});
}

TEST_CASE("every claim about TCP's zero window can fail") {
  test::check_each(
      "36-tcp-zero-window", zero_window(),
      {{"tcp_zero_window.closed", [](Results& r) { tcp(r["run"]).counters.clear(); }},
       {"tcp_zero_window.probe", [](Results& r) { tcp(r["run"]).counters.clear(); }},
       {"tcp_zero_window.waits", [](Results& r) { tcp(r["run"]).counters["window_limited_ps"] = ms; }},
       {"tcp_zero_window.nothing_lost", [](Results& r) { tcp(r["run"]).wire.dropped = 1; }},
       {"tcp_zero_window.reader_is_the_cause", [](Results& r) { tcp(r["prompt"]).counters["window_probes"] = 1; }},
       {"tcp_zero_window.room", [](Results& r) { tcp(r["roomy"]).counters["window_closed"] = 1; }},
       {"tcp_zero_window.intact", [](Results& r) { tcp(r["run"]).payload_intact = false; }}});
}

TEST_CASE("what the loss scenarios claim of their TCP lane can fail") {
  Results bursts = both_lanes("28-burst-loss", {"run", "single", "irn"});
  tcp(bursts["single"]).retained = 0.3;
  check_some("28-burst-loss", bursts,
             {{"burst_loss.tcp_dearer", [](Results& r) { tcp(r["single"]).retained = 0.6; }},
              {"burst_loss.tcp_intact", [](Results& r) { tcp(r["run"]).payload_intact = false; }}});

  Results late = both_lanes("30-reorder", {"run", "clean", "rack", "irn"});
  tcp(late["run"]).counters["delayed"] = 1;
  check_some("30-reorder", late,
             {{"reorder.tcp_delayed", [](Results& r) { tcp(r["run"]).counters.clear(); }},
              {"reorder.tcp_none", [](Results& r) { tcp(r["run"]).retransmitted_frames = 1; }}});

  Results nth = both_lanes("32-every-nth", {"run", "irn", "rack"});
  tcp(nth["run"]).retained = 0.3;
  tcp(nth["run"]).wire.dropped = tcp(nth["run"]).retransmitted_frames = 7;
  for (auto& [name, r] : nth) r.lanes[1].second.wire.dropped = 1;  // the shares of the other lane divide by it
  check_some("32-every-nth", nth,
             {{"every_nth.tcp_exact", [](Results& r) { tcp(r["run"]).retransmitted_frames = 50; }},
              {"every_nth.tcp_pays_by_its_window",
               [](Results& r) { tcp(r["run"]).retained_run->loss_cost.timer_idle = 50 * ms; }},
              {"every_nth.tcp_retains_less", [](Results& r) { tcp(r["run"]).retained = 0.6; }}});

  Results hurt = both_lanes("33-damage", {"run", "clean"});
  tcp(hurt["run"]).retransmitted_frames = 2;
  check_some("33-damage", hurt,
             {{"damage.tcp_resends", [](Results& r) { tcp(r["run"]).retransmitted_frames = 1; }},
              {"damage.tcp_intact", [](Results& r) { tcp(r["run"]).payload_intact = false; }}});
}
