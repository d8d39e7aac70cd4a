#include <functional>

#include "lessons/sample.h"
#include "lessons/verdicts.h"
#include "support/catch.h"

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

using Break = std::function<void(Results&)>;

/// All hold as built, and each fails with its cause taken away.
void check(const std::string& scenario, const Results& sound, const std::map<std::string, Break>& breaks) {
  const auto all = test::verdicts(scenario, sound);
  CHECK(all.size() == breaks.size());
  for (const auto& [id, holds] : all) {
    INFO(id);
    CHECK(holds == true);
    REQUIRE(breaks.count(id));
    Results broken = sound;
    breaks.at(id)(broken);
    CHECK(test::verdicts(scenario, broken).at(id) == false);
  }
}

}  // namespace

TEST_CASE("every claim about TCP's fast retransmit can fail") {
  check("34-tcp-fast-retransmit", fast_retransmit(),
        {{"tcp_fast_retransmit.lost", [](Results& r) { tcp(r["run"]).wire.dropped = 0; }},
         {"tcp_fast_retransmit.resent", [](Results& r) { tcp(r["run"]).retransmitted_frames = 10; }},
         {"tcp_fast_retransmit.recovery", [](Results& r) { tcp(r["run"]).counters.clear(); }},
         {"tcp_fast_retransmit.no_timer", [](Results& r) { tcp(r["run"]).timeouts = 1; }},
         {"tcp_fast_retransmit.a_few_round_trips", [](Results& r) { tcp(r["run"]).latency = 200 * ms; }},
         {"tcp_fast_retransmit.slower", [](Results& r) { tcp(r["run"]).latency = 200 * us; }},
         {"tcp_fast_retransmit.intact", [](Results& r) { tcp(r["run"]).payload_intact = false; }}});
}

TEST_CASE("every claim about TCP's retransmission timeout can fail") {
  check("35-tcp-retransmission-timeout", retransmission_timeout(),
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
  check("36-tcp-zero-window", zero_window(),
        {{"tcp_zero_window.closed", [](Results& r) { tcp(r["run"]).counters.clear(); }},
         {"tcp_zero_window.probe", [](Results& r) { tcp(r["run"]).counters.clear(); }},
         {"tcp_zero_window.waits", [](Results& r) { tcp(r["run"]).counters["window_limited_ps"] = ms; }},
         {"tcp_zero_window.nothing_lost", [](Results& r) { tcp(r["run"]).wire.dropped = 1; }},
         {"tcp_zero_window.reader_is_the_cause", [](Results& r) { tcp(r["prompt"]).counters["window_probes"] = 1; }},
         {"tcp_zero_window.room", [](Results& r) { tcp(r["roomy"]).counters["window_closed"] = 1; }},
         {"tcp_zero_window.intact", [](Results& r) { tcp(r["run"]).payload_intact = false; }}});
}
