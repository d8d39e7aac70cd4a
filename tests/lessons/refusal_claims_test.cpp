#include <algorithm>
#include <functional>

#include "lessons/sample.h"
#include "lessons/verdicts.h"
#include "support/catch.h"

/// Lesson 4's claims over results built by hand: each holds where things are as the lesson says, each fails when its
/// cause is taken away.
using namespace rocelab;
using namespace rocelab::lessons;
using scenarios::LaneResult;
using scenarios::Result;
using test::Results;

namespace {

LaneResult& tcp(Result& r) { return r.lanes[0].second; }
LaneResult& rdma(Result& r) { return r.lanes[1].second; }

/// Octets that the NIC of `host` has written into memory.
void writes(Result& r, const std::string& host, std::uint64_t bytes) {
  auto& stages = rdma(r).stages;
  stages.erase(std::remove_if(stages.begin(), stages.end(),
                              [](const scenarios::StageSpan& s) { return s.id == "rdma.dma_write"; }),
               stages.end());
  if (bytes > 0) stages.push_back({"rdma.dma_write", host, Unit::dma, 1'900'000, 2'500'000, bytes, 600'000});
}

void fails(Result& r, const std::string& at, const std::string& code) {
  LaneResult& lane = rdma(r);
  lane.delivered = lane.payload_intact = false;
  lane.failure = scenarios::Failure{at, code, {}};
  writes(r, "peer", 0);
}

void takes(Result& r, Ps latency) { rdma(r).latency = rdma(r).window = latency; }
void resends(Result& r, std::uint64_t frames) { rdma(r).retransmitted_frames = frames; }

Result delivered() {
  Result r = test::sample_result();
  r.overridden.clear();
  r.config.emplace_back("rdma.receive_delay", "20us");
  rdma(r).wire.frames = 5;
  rdma(r).setup.syscalls = 21;
  return r;
}

/// The scenario's runs, all delivered but its own, which `break_it` spoils.
Results runs_of(const std::string& scenario, const std::function<void(Results&)>& as_taught) {
  Results all{{"run", delivered()}};
  for (const auto& [name, keys] : claims_of(scenario).runs) all[name] = delivered();
  for (auto& [name, result] : all) result.scenario = scenario;
  as_taught(all);
  return all;
}

constexpr Ps ms = 1'000'000'000;
constexpr Ps us = 1'000'000;

void refused_by_key(Results& r) { fails(r["run"], "rdma.dma_write", "IBV_WC_REM_ACCESS_ERR"); }
void silent(Results& r) {
  fails(r["run"], "rdma.ack", "IBV_WC_RETRY_EXC_ERR");
  resends(r["run"], 12);
}
void no_receive(Results& r) {
  fails(r["run"], "rdma.ack", "IBV_WC_RNR_RETRY_EXC_ERR");
  rdma(r["run"]).counters["rnr_naks"] = 3;
  r["run"].simulated = 700 * ms;
  if (r.count("timer_1")) r["timer_1"].simulated = 1 * ms;
  if (r.count("shortest")) r["shortest"].simulated = 700 * ms - 655'350 * us;
}
void unsent(Results& r, const std::string& at, const std::string& code) {
  fails(r["run"], at, code);
  rdma(r["run"]).wire.frames = 0;
}

const std::map<std::string, std::function<void(Results&)>>& taught() {
  static const std::map<std::string, std::function<void(Results&)>> all{
      {"03-memory-not-registered",
       [](Results& r) {
         unsent(r, "rdma.dma_read", "IBV_WC_LOC_PROT_ERR");
         rdma(r["cured"]).setup.local.cpu.by_book[1] = 16 * us;
       }},
      {"04-qp-not-rts",
       [](Results& r) {
         unsent(r, "rdma.post", "EINVAL");
         fails(r["init"], "rdma.post", "EINVAL");
         fails(r["reset"], "rdma.post", "EINVAL");
       }},
      {"40-wrong-rkey", refused_by_key},
      {"41-lkey-for-rkey", refused_by_key},
      {"42-out-of-bounds", refused_by_key},
      {"43-wrong-domain", refused_by_key},
      {"44-no-remote-access", refused_by_key},
      {"45-deregistered", refused_by_key},
      {"46-wrong-qpn", silent},
      {"47-stale-psn", silent},
      {"48-peer-gone", silent},
      {"49-send-without-receive", no_receive},
      {"50-min-rnr-timer-zero", no_receive},
      {"55-receive-in-init", [](Results& r) { fails(r["reset"], "rdma.recv", "EINVAL"); }},
      {"56-late-receive",
       [](Results& r) {
         takes(r["prompt"], 3 * us), takes(r["run"], 645 * us), takes(r["timer_1"], 33 * us);
         takes(r["zero"], 655'363 * us);
         rdma(r["run"]).counters["rnr_naks"] = 1;
       }},
      {"57-rnr-storm",
       [](Results& r) {
         rdma(r["run"]).counters["rnr_naks"] = 640;
         rdma(r["calm"]).counters["rnr_naks"] = 8;
         resends(r["run"], 2576);
         takes(r["run"], 2'013 * us), takes(r["calm"], 2'570 * us);
         fails(r["finite"], "rdma.ack", "IBV_WC_RNR_RETRY_EXC_ERR");
       }},
      {"58-deregistered-in-flight",
       [](Results& r) {
         refused_by_key(r);
         writes(r["run"], "peer", 1024);
         rdma(r["run"]).counters["rdma.access_errors"] = 1;
       }},
      {"59-ghost-packet",
       [](Results& r) {
         rdma(r["run"]).counters["rdma.stale_packets"] = 1;
         rdma(r["run"]).counters["delayed"] = 1;
       }},
      {"60-too-many-reads",
       [](Results& r) {
         fails(r["run"], "rdma.cqe", "IBV_WC_REM_INV_REQ_ERR");
         rdma(r["cured"]).window *= 2;
       }},
      {"61-beyond-the-device", [](Results& r) { unsent(r, "rdma.modify_qp", "EINVAL"); }},
      {"62-no-qp-access", [](Results& r) { fails(r["run"], "rdma.cqe", "IBV_WC_REM_INV_REQ_ERR"); }},
      {"63-wrong-lkey", [](Results& r) { unsent(r, "rdma.dma_read", "IBV_WC_LOC_PROT_ERR"); }},
      {"64-receive-too-small",
       [](Results& r) {
         fails(r["run"], "rdma.recv", "IBV_WC_LOC_LEN_ERR");
         writes(r["run"], "peer", 2048);
         r["run"].moments.push_back({"rdma.failed", "rdma", "local", 103'000'000, {{"status", 9}}});
       }},
      {"65-read-buffer-gone",
       [](Results& r) {
         fails(r["run"], "rdma.dma_read", "IBV_WC_LOC_PROT_ERR");
         writes(r["run"], "local", 1024);
       }},
      {"66-atomic-misaligned", [](Results& r) { unsent(r, "rdma.post", "EINVAL"); }},
      {"67-immediate-without-receive", no_receive},
  };
  return all;
}

using Break = std::function<void(Results&)>;
void heal(Results& r) { rdma(r["run"]).failure.reset(), rdma(r["run"]).delivered = true; }
Break in_run(void (*change)(Result&)) {
  return [change](Results& r) { change(r["run"]); };
}
Break in(const char* name, void (*change)(Result&)) {
  return [name, change](Results& r) { change(r[name]); };
}
void garble(Result& r) { rdma(r).payload_intact = false; }
void leak(Result& r) { rdma(r).wire.frames = 1; }
void write_all(Result& r) { writes(r, "peer", 4096); }
void write_none(Result& r) { writes(r, "peer", 0); }
void no_failure(Result& r) { rdma(r).failure.reset(); }
void no_nak(Result& r) { rdma(r).counters.erase("rnr_naks"); }
void nak_more(Result& r) { rdma(r).counters["rnr_naks"] = 1'000; }
const Break tcp_lost = in_run([](Result& r) { tcp(r).payload_intact = false; });

const std::map<std::string, Break>& breaks() {
  static const std::map<std::string, Break> all{
      {"l4.unregistered_fails", heal},
      {"l4.unregistered_code", in_run(no_failure)},
      {"l4.unregistered_first_step", in_run([](Result& r) { rdma(r).failure->at = "rdma.post"; })},
      {"l4.not_one_byte", in_run(leak)},
      {"l4.tcp_delivers_meanwhile", tcp_lost},
      {"l4.cured_by_registration", in("cured", garble)},
      {"l4.registration_costs", in("cured", [](Result& r) { rdma(r).setup.local.cpu = {}; })},
      {"l4.rtr_refuses", in_run(no_failure)},
      {"l4.rtr_refused_at_post", in_run([](Result& r) { rdma(r).failure->at = "rdma.dma_read"; })},
      {"l4.init_refuses", in("init", no_failure)},
      {"l4.reset_refuses", in("reset", no_failure)},
      {"l4.rts_sends", in("rts", garble)},
      {"l4.no_frame", in_run(leak)},
      {"l4.tcp_needs_no_rts", tcp_lost},
      {"l4.exchange_rides_tcp", in("rts", [](Result& r) { rdma(r).setup.syscalls = 0; })},
      {"l4.refused_code", in_run(no_failure)},
      {"l4.refused_nothing_written", in_run(write_all)},
      {"l4.refused_cured", in("cured", garble)},
      {"l4.refused_tcp", tcp_lost},
      {"l4.silence_code", in_run(no_failure)},
      {"l4.silence_resent", in_run([](Result& r) { resends(r, 0); })},
      {"l4.silence_cured", in("cured", garble)},
      {"l4.rnr_code", in_run(no_failure)},
      {"l4.rnr_cured", in("cured", garble)},
      {"l4.rnr_timer_table", in("timer_1", [](Result& r) { r.simulated = 800 * ms; })},
      {"l4.rnr_timer_zero", in("shortest", [](Result& r) { r.simulated = 100 * ms; })},
      {"l4.tcp_meanwhile", tcp_lost},
      {"l4.mistake_fails", heal},
      {"l4.mistake_cured", in("cured", garble)},
      {"l4.recv_in_init", in_run(garble)},
      {"l4.recv_in_init_no_rnr", in_run(nak_more)},
      {"l4.recv_in_reset_at", in("reset", [](Result& r) { rdma(r).failure->at = "rdma.post"; })},
      {"l4.recv_in_reset_code", in("reset", no_failure)},
      {"l4.late_delivers", in_run(garble)},
      {"l4.late_naks", in_run(no_nak)},
      {"l4.late_price", in_run([](Result& r) { takes(r, 20 * us); })},
      {"l4.late_timer", in("timer_1", [](Result& r) { takes(r, 60 * us); })},
      {"l4.late_zero", in("zero", [](Result& r) { takes(r, 645 * us); })},
      {"l4.late_prompt", in("prompt", nak_more)},
      {"l4.storm_delivers", in_run(garble)},
      {"l4.storm_naks", in("calm", nak_more)},
      {"l4.storm_frames", in_run([](Result& r) { resends(r, 12); })},
      {"l4.storm_gains_little", in_run([](Result& r) { takes(r, 3 * us); })},
      {"l4.storm_finite", in("finite", no_failure)},
      {"l4.storm_cured", in("cured", nak_more)},
      {"l4.in_flight_code", in_run(no_failure)},
      {"l4.in_flight_some", in_run(write_none)},
      {"l4.in_flight_not_all", in_run(write_all)},
      {"l4.in_flight_refused", in_run([](Result& r) { rdma(r).counters["rdma.access_errors"] = 2; })},
      {"l4.ghost_late", in_run([](Result& r) { rdma(r).counters.erase("delayed"); })},
      {"l4.ghost_dropped", in_run([](Result& r) { rdma(r).counters.erase("rdma.stale_packets"); })},
      {"l4.ghost_harmless", in_run(garble)},
      {"l4.ghost_gone", in("no_ghost", [](Result& r) { rdma(r).counters["rdma.stale_packets"] = 1; })},
      {"l4.reads_code", in_run(no_failure)},
      {"l4.reads_cured", in("cured", garble)},
      {"l4.reads_agreed", in("agreed", garble)},
      {"l4.reads_depth", in("agreed", [](Result& r) { rdma(r).window *= 3; })},
      {"l4.device_at", in_run([](Result& r) { rdma(r).failure->at = "rdma.post"; })},
      {"l4.device_code", in_run(no_failure)},
      {"l4.device_no_frame", in_run(leak)},
      {"l4.device_cured", in("cured", garble)},
      {"l4.qp_access_code", in_run([](Result& r) { rdma(r).failure->code = "IBV_WC_REM_ACCESS_ERR"; })},
      {"l4.qp_access_keys", in_run([](Result& r) { rdma(r).counters["rdma.access_errors"] = 1; })},
      {"l4.qp_access_nothing", in_run(write_all)},
      {"l4.lkey_code", in_run(no_failure)},
      {"l4.lkey_no_frame", in_run(leak)},
      {"l4.small_code", in_run(no_failure)},
      {"l4.small_both", in_run([](Result& r) { r.moments.pop_back(); })},
      {"l4.small_room", in_run(write_all)},
      {"l4.buffer_code", in_run(no_failure)},
      {"l4.buffer_some", in_run(write_none)},
      {"l4.buffer_not_all", in_run([](Result& r) { writes(r, "local", 4096); })},
      {"l4.align_at", in_run([](Result& r) { rdma(r).failure->at = "rdma.cqe"; })},
      {"l4.align_no_frame", in_run(leak)},
      {"l4.imm_code", in_run(no_failure)},
      {"l4.imm_naks", in_run(no_nak)},
      {"l4.imm_nothing", in_run(write_all)},
  };
  return all;
}

/// Verdicts of the claims of lesson 4; what the scenario claims for other lessons has its tests elsewhere.
test::Verdicts verdicts(const Results& results) {
  test::Verdicts all = test::verdicts(results.at("run").scenario, results);
  for (auto it = all.begin(); it != all.end();) it = it->first.rfind("l4.", 0) == 0 ? std::next(it) : all.erase(it);
  return all;
}

}  // namespace

TEST_CASE("every claim of lesson 4 holds on runs that are as the lesson says") {
  for (const auto& [scenario, as_taught] : taught()) {
    INFO(scenario);
    const auto all = verdicts(runs_of(scenario, as_taught));
    CHECK(all.size() >= 3);
    for (const auto& [id, holds] : all) {
      INFO(id);
      CHECK(holds == true);
    }
  }
}

TEST_CASE("every claim of lesson 4 fails when its cause is taken away, in each of its scenarios") {
  for (const auto& [scenario, as_taught] : taught()) {
    for (const auto& [id, holds] : verdicts(runs_of(scenario, as_taught))) {
      INFO(scenario << ' ' << id);
      REQUIRE(breaks().count(id));
      Results broken = runs_of(scenario, as_taught);
      breaks().at(id)(broken);
      CHECK(verdicts(broken).at(id) == false);
    }
  }
}

TEST_CASE("every refusal of lesson 4 has its cure, a run in which the message arrives") {
  for (const auto& [scenario, as_taught] : taught()) {
    INFO(scenario);
    const ClaimSet set = claims_of(scenario);
    const bool cured = std::any_of(set.claims.begin(), set.claims.end(), [](const Claim& c) {
      const auto dot = c.measure.find(".lanes.rdma.payload_intact");
      return dot != std::string::npos && c.relation == "==" && c.bounds.front().find("true") != std::string::npos;
    });
    CHECK(cured);
  }
}
