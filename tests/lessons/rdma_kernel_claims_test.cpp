#include "lessons/broken_claims.h"
#include "support/catch.h"

/// The claims about completions by event, the price of registration and connection management, over summaries built by
/// hand: each holds on what the scenario says, and fails when its cause is taken away.
using namespace rocelab::lessons;
using rocelab::test::check_each;
using Json = nlohmann::ordered_json;

namespace {

/// The RDMA lane of a run: latency, system calls and copies a message.
Json lane(double latency, double syscalls, double copies) {
  return {{"latency_ns", latency},
          {"syscalls", syscalls},
          {"copies", copies},
          {"interrupts", 0},
          {"context_switches", 0},
          {"payload_intact", true},
          {"cpu_ns", {{"local", {{"user", 100}, {"total", 100}}}, {"peer", {{"user", 100}, {"total", 100}}}}},
          {"setup", {{"syscalls", 20}}},
          {"counters", Json::object()}};
}

Json run(Json rdma) { return {{"lanes", {{"rdma", std::move(rdma)}, {"tcp", {{"payload_intact", true}}}}}}; }
Json& rdma(Runs& runs, const char* name) { return runs.at(name)["lanes"]["rdma"]; }

Runs asleep() {
  Runs runs{{"run", run(lane(57000, 2, 0))}, {"polled", run(lane(52000, 0, 0))}};
  rdma(runs, "run")["interrupts"] = rdma(runs, "run")["context_switches"] = 2;
  rdma(runs, "polled")["cpu_ns"]["peer"] = {{"user", 50000}, {"total", 50000}};
  return runs;
}

Runs registered() {
  Runs runs{{"run", run(lane(19000, 2, 0))},           {"once", run(lane(3000, 0, 0))},
            {"pool", run(lane(3300, 0, 1))},           {"once_1m", run(lane(90000, 0, 0))},
            {"each_1m", run(lane(180000, 2, 0))},      {"pool_1m", run(lane(145000, 0, 1))},
            {"each_1m_huge", run(lane(110000, 2, 0))}, {"pool_1m_huge", run(lane(145000, 0, 1))}};
  rdma(runs, "run")["counters"] = {{"pages_pinned", 4}, {"pages_unpinned", 4}};
  rdma(runs, "each_1m")["counters"] = {{"pages_pinned", 1024}, {"pages_unpinned", 1024}};
  rdma(runs, "each_1m_huge")["counters"] = {{"pages_pinned", 4}, {"pages_unpinned", 4}};
  return runs;
}

Runs managed() {
  Runs runs{{"run", run(lane(3000, 0, 0))}, {"exchanged", run(lane(3000, 0, 0))}, {"rejected", run(lane(0, 0, 0))}};
  rdma(runs, "run")["setup"]["syscalls"] = 27;
  rdma(runs, "rejected")["failure"] = {{"code", "ECONNREFUSED"}};
  return runs;
}

}  // namespace

TEST_CASE("claims about completions by event hold, and fail without their cause") {
  check_each("52-sleep-instead-of-spin", asleep(),
             {
                 {"l2.event_syscalls", [](Runs& r) { rdma(r, "run")["syscalls"] = 0; }},
                 {"l2.event_interrupts", [](Runs& r) { rdma(r, "run")["interrupts"] = 0; }},
                 {"l2.event_context_switches", [](Runs& r) { rdma(r, "run")["context_switches"] = 0; }},
                 {"l2.poll_pure_user", [](Runs& r) { rdma(r, "polled")["interrupts"] = 1; }},
                 {"l2.event_no_spinning", [](Runs& r) { rdma(r, "run")["cpu_ns"]["peer"]["user"] = 50000; }},
                 {"l2.event_less_cpu", [](Runs& r) { rdma(r, "run")["cpu_ns"]["local"]["total"] = 60000; }},
                 {"l2.event_latency", [](Runs& r) { rdma(r, "run")["latency_ns"] = 52000; }},
                 {"l2.event_still_no_copy", [](Runs& r) { rdma(r, "run")["copies"] = 1; }},
             });
}

TEST_CASE("claims about the price of registration hold, and fail without their cause") {
  check_each("53-registration-cost", registered(),
             {
                 {"l4.once_is_free", [](Runs& r) { rdma(r, "once")["syscalls"] = 1; }},
                 {"l4.each_calls", [](Runs& r) { rdma(r, "run")["syscalls"] = 0; }},
                 {"l4.each_gives_pages_back", [](Runs& r) { rdma(r, "run")["counters"]["pages_unpinned"] = 3; }},
                 {"l4.pool_copies", [](Runs& r) { rdma(r, "pool")["copies"] = 0; }},
                 {"l4.small_pool_wins", [](Runs& r) { rdma(r, "pool")["latency_ns"] = 9000; }},
                 {"l4.large_pool_wins_yet", [](Runs& r) { rdma(r, "each_1m")["latency_ns"] = 120000; }},
                 {"l4.huge_pages_fewer", [](Runs& r) { rdma(r, "each_1m_huge")["counters"]["pages_pinned"] = 1024; }},
                 {"l4.huge_pages_turn_it", [](Runs& r) { rdma(r, "each_1m_huge")["latency_ns"] = 180000; }},
                 {"l4.once_wins_always", [](Runs& r) { rdma(r, "pool_1m")["latency_ns"] = 80000; }},
             });
}

TEST_CASE("claims about connection management hold, and fail without their cause") {
  check_each(
      "54-connection-manager", managed(),
      {
          {"l4.cm_delivers", [](Runs& r) { rdma(r, "run")["payload_intact"] = false; }},
          {"l4.cm_setup_calls", [](Runs& r) { rdma(r, "run")["setup"]["syscalls"] = 20; }},
          {"l4.cm_same_road", [](Runs& r) { rdma(r, "run")["latency_ns"] = 3001; }},
          {"l4.cm_no_kernel_later", [](Runs& r) { rdma(r, "run")["syscalls"] = 1; }},
          {"l4.cm_rejected", [](Runs& r) { rdma(r, "rejected")["failure"]["code"] = "EIO"; }},
          {"l4.cm_rejected_tcp_delivers", [](Runs& r) { r["rejected"]["lanes"]["tcp"]["payload_intact"] = false; }},
      });
}
