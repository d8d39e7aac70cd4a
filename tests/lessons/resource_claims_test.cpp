#include "lessons/verdicts.h"
#include "support/catch.h"

/// The claims of caches and receive buffer over summaries built by hand: each can fail.
using namespace rocelab::lessons;
using rocelab::test::verdicts;
using Json = nlohmann::ordered_json;

namespace {

Json lane(double gbps, const Json& counters, const Json& stages = Json::array()) {
  return {
      {"goodput_gbps", gbps},      {"payload_bytes", 96000}, {"payload_intact", true}, {"retransmitted_frames", 989},
      {"wire", {{"dropped", 20}}}, {"counters", counters},   {"stages", stages}};
}

Json summary(const Json& rdma) {
  Json s;
  s["config"]["message"]["count"] = 6000;
  s["lanes"]["rdma"] = rdma;
  return s;
}

Json busy(const char* stage, double ns) {
  return Json::array(
      {{{"id", stage}, {"host", "local"}, {"busy_ns", 1}}, {{"id", stage}, {"host", "peer"}, {"busy_ns", ns}}});
}

void all_hold(const std::string& scenario, const Runs& runs) {
  for (const auto& [id, holds] : verdicts(scenario, runs)) {
    INFO(id);
    CHECK(holds == true);
  }
}

}  // namespace

TEST_CASE("the claims of many connections fail one by one where their cause is gone") {
  const Runs good{{"run", summary(lane(0.6, {{"rdma.context_misses", 5198}}, busy("rdma.context_fetch", 1'200'000)))},
                  {"few", summary(lane(1.28, Json::object()))},
                  {"twice", summary(lane(0.37, {{"rdma.context_misses", 8654}}))}};
  all_hold("70-many-connections", good);
  const auto fails = [&](const char* id, const char* run, const char* field, const Json& value) {
    Runs broken = good;
    broken[run]["lanes"]["rdma"][field] = value;
    CHECK(verdicts("70-many-connections", broken).at(id) == false);
  };
  fails("l6.contexts_fit", "few", "counters", {{"rdma.context_misses", 1}});
  fails("l6.contexts_missed", "run", "counters", Json::object());
  fails("l6.knee_half", "run", "goodput_gbps", 1.28);
  fails("l6.knee_half", "run", "goodput_gbps", 0.2);
  fails("l6.knee_falls_on", "twice", "goodput_gbps", 0.6);
  fails("l6.knee_why", "run", "stages", busy("rdma.context_fetch", 300'000));
}

TEST_CASE("the claims of a receive buffer that fills fail one by one where their cause is gone") {
  const Json pages{{"dropped.rx_buffer", 20}, {"rdma.mtt_misses", 1024}};
  const Json reading = busy("rdma.mtt_fetch", 1024 * 450.0);
  Json translated = lane(91.7, Json::object());
  translated["wire"]["dropped"] = 0;
  const Runs good{{"run", summary(lane(72.3, pages, reading))},
                  {"translated", summary(translated)},
                  {"roomy", summary(lane(72.3, pages, reading))}};
  all_hold("71-rx-buffer", good);
  const auto fails = [&](const char* id, const char* run, const char* field, const Json& value) {
    Runs broken = good;
    broken[run]["lanes"]["rdma"][field] = value;
    CHECK(verdicts("71-rx-buffer", broken).at(id) == false);
  };
  fails("l6.rx_overflows", "run", "counters", {{"rdma.mtt_misses", 1024}});
  fails("l6.rx_only_loss", "run", "wire", {{"dropped", 21}});
  fails("l6.rx_cause", "translated", "wire", {{"dropped", 3}});
  fails("l6.rx_page_rate", "run", "goodput_gbps", 91.7);
  fails("l6.rx_amplified", "run", "retransmitted_frames", 20);
  fails("l6.rx_roomy", "roomy", "goodput_gbps", 91.7);
  fails("l6.rx_intact", "run", "payload_intact", false);
}
