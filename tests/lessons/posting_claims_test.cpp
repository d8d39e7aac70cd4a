#include "lessons/broken_claims.h"

/// The claims of inline and BlueFlame over summaries built by hand: each can fail.
using namespace rocelab::lessons;
using rocelab::test::check_each;
using rocelab::test::verdicts;
using Json = nlohmann::ordered_json;

namespace {

Json stage(const char* id, double start_ns, double end_ns, int bytes) {
  return {{"id", id}, {"start_ns", start_ns}, {"end_ns", end_ns}, {"busy_ns", end_ns - start_ns}, {"bytes", bytes}};
}

Json summary(double latency_ns, const Json& stages, const Json& config) {
  Json s;
  s["config"]["rdma"] = config;
  s["lanes"]["rdma"] = {{"latency_ns", latency_ns}, {"stages", stages}};
  return s;
}

Json& rdma(Runs& runs) { return runs.at("run")["lanes"]["rdma"]; }

}  // namespace

TEST_CASE("the claims of BlueFlame hold where the fetch is gone, and fail one by one where it is not") {
  const Json fetch = stage("rdma.wqe_fetch", 200, 650, 64);
  const Runs good{{"run", summary(1000, Json::array({stage("rdma.post", 0, 100, 8)}), {{"blueflame", "single"}})},
                  {"rung", summary(1410, Json::array({stage("rdma.post", 0, 60, 8), fetch}), {{"blueflame", "off"}})}};
  check_each("18-blueflame", good,
             {{"l2.blueflame_no_fetch", [&](Runs& r) { rdma(r)["stages"].push_back(fetch); }},
              {"l2.blueflame_saves", [](Runs& r) { rdma(r)["latency_ns"] = 1100; }},
              {"l2.blueflame_costs_cpu", [](Runs& r) { rdma(r)["stages"][0]["busy_ns"] = 60; }}});
}

TEST_CASE("the claims of inline hold where the DMA read is gone, and fail one by one where it is not") {
  const Json read = stage("rdma.dma_read", 700, 1150, 64);
  const Runs good{{"run", summary(1000, Json::array(), {{"inline", true}})},
                  {"gathered", summary(1680, Json::array({read}), {{"inline", false}})}};
  check_each("16-inline", good,
             {{"l2.inline_no_dma_read", [&](Runs& r) { rdma(r)["stages"].push_back(read); }},
              {"l2.inline_saves", [](Runs& r) { rdma(r)["latency_ns"] = 1400; }}});
}

TEST_CASE("the claim that RDMA's latency grows at line rate fails where it grows faster or slower") {
  const auto message = [](double latency_ns, int bytes) {
    Json s;
    s["lanes"]["rdma"] = {{"latency_ns", latency_ns}, {"payload_bytes", bytes}};
    return s;
  };
  const auto holds = [&](double latency_of_32k) {
    const Runs runs{
        {"run", Json::object()}, {"small", message(2860, 4096)}, {"medium", message(latency_of_32k, 32768)}};
    return verdicts("06-large-message", runs).at("l6.slope_is_the_line");
  };
  // 28 packets of 1106 octets at 12.5 octets a nanosecond.
  CHECK(holds(2860 + 28 * 1106 / 12.5) == true);
  CHECK(holds(2860 + 28 * 1106 / 12.5 * 1.02) == false);
  CHECK(holds(2860 + 28 * 1106 / 12.5 * 0.98) == false);
}
