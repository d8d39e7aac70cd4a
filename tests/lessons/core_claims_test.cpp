#include "lessons/broken_claims.h"
#include "support/catch.h"

/// The claims about cores and interrupts, over summaries built by hand: each holds on what its scenario says, and fails
/// when its cause is taken away.
using namespace rocelab::lessons;
using rocelab::test::check_each;
using Json = nlohmann::ordered_json;

namespace {

Json& in(Runs& runs, const char* name, const char* lane) { return runs.at(name)["lanes"][lane]; }

Json spread(double gbps, double idle, unsigned remote, unsigned ipis) {
  return {{"goodput_gbps", gbps},
          {"window_ns", 1000},
          {"payload_intact", true},
          {"cpu_ns", {{"peer", {{"total", 2000}}}}},
          {"cores", {{"peer", {{"core0", {{"idle", idle}}}}}}},
          {"counters", {{"remote_skbs", remote}, {"ipis", ipis}}}};
}

Runs two_cores() {
  const Json lanes{{"one", spread(30, 10, 0, 0)}, {"rss", spread(57, 40, 240, 11)}, {"arfs", spread(58, 30, 6, 3)}};
  Runs runs;
  for (const char* name : {"run", "one_queue", "software"}) runs[name] = {{"lanes", lanes}};
  in(runs, "one_queue", "rss")["goodput_gbps"] = 37;
  in(runs, "software", "rss")["counters"]["ipis"] = 148;
  return runs;
}

Json moderated(unsigned changes, double interrupts, double sender) {
  return {{"goodput_gbps", 9.4},
          {"latency_ns", 9000},
          {"interrupts", interrupts},
          {"payload_intact", true},
          {"cpu_ns", {{"local", {{"total", sender}}}}},
          {"counters", {{"moderation_changes", changes}}}};
}

Runs moderation() {
  const Json lanes{{"fixed", moderated(0, 16, 400)}, {"adaptive", moderated(8, 11, 200)}};
  Runs runs{{"run", {{"lanes", lanes}}}, {"sparse", {{"lanes", lanes}}}};
  in(runs, "sparse", "adaptive")["latency_ns"] = 15'000;
  return runs;
}

}  // namespace

TEST_CASE("claims about two cores hold and fail without their cause") {
  check_each(
      "37-two-cores", two_cores(),
      {
          {"l1.cores_one_is_full", [](Runs& r) { in(r, "run", "one")["cores"]["peer"]["core0"]["idle"] = 60; }},
          {"l1.cores_rss_faster", [](Runs& r) { in(r, "run", "rss")["goodput_gbps"] = 50; }},
          {"l1.cores_same_work", [](Runs& r) { in(r, "run", "rss")["cpu_ns"]["peer"]["total"] = 1000; }},
          {"l1.cores_queues_matter", [](Runs& r) { in(r, "one_queue", "rss")["goodput_gbps"] = 57; }},
          {"l1.cores_hash_is_blind", [](Runs& r) { in(r, "run", "rss")["counters"]["remote_skbs"] = 0; }},
          {"l1.cores_arfs_finds_the_reader", [](Runs& r) { in(r, "run", "arfs")["counters"]["remote_skbs"] = 240; }},
          {"l1.cores_software_calls", [](Runs& r) { in(r, "software", "rss")["counters"]["ipis"] = 11; }},
          {"l1.cores_intact", [](Runs& r) { in(r, "run", "arfs")["payload_intact"] = false; }},
      });
}

TEST_CASE("claims about adaptive moderation hold and fail without their cause") {
  check_each("38-adaptive-moderation", moderation(),
             {
                 {"l1.moderation_moves", [](Runs& r) { in(r, "run", "adaptive")["counters"].clear(); }},
                 {"l1.moderation_fewer_interrupts", [](Runs& r) { in(r, "run", "adaptive")["interrupts"] = 16; }},
                 {"l1.moderation_saves_the_sender",
                  [](Runs& r) { in(r, "run", "adaptive")["cpu_ns"]["local"]["total"] = 400; }},
                 {"l1.moderation_as_fast", [](Runs& r) { in(r, "run", "adaptive")["goodput_gbps"] = 9; }},
                 {"l1.moderation_costs_time", [](Runs& r) { in(r, "sparse", "adaptive")["latency_ns"] = 9000; }},
                 {"l1.moderation_intact", [](Runs& r) { in(r, "run", "fixed")["payload_intact"] = false; }},
             });
}
