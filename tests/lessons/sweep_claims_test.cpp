#include "lessons/broken_claims.h"
#include "support/catch.h"

/// The claims about the sweep of sizes, over summaries built by hand: lanes whose latency and CPU time are a fixed cost
/// and one by the byte.
using namespace rocelab::lessons;
using rocelab::test::check_each;
using Json = nlohmann::ordered_json;

namespace {

struct Cost {
  double fixed, per_byte;
  double of(double bytes) const { return fixed + per_byte * bytes; }
};

Json lane(double bytes, Cost latency, Cost cpu, Cost copy) {
  const Json end{{"total", cpu.of(bytes) / 2}, {"copy", copy.of(bytes) / 2}};
  return {{"latency_ns", latency.of(bytes)}, {"payload_intact", true}, {"cpu_ns", {{"local", end}, {"peer", end}}}};
}

Runs sweep(Cost tcp, Cost rdma) {
  Runs runs;
  const std::vector<std::tuple<const char*, const char*, double>> sizes{
      {"run", "64B", 64},      {"b512", "512B", 512},   {"k4", "4KiB", 4096},
      {"k64", "64KiB", 65536}, {"m4", "4MiB", 4 << 20}, {"m16", "16MiB", 16 << 20}};
  for (const auto& [name, size, bytes] : sizes) {
    runs[name] = {
        {"config", {{"message", {{"size", size}}}}},
        {"lanes",
         {{"tcp", lane(bytes, tcp, {6000, 0.36}, {100, 0.15})}, {"rdma", lane(bytes, rdma, {500, 0}, {0, 0})}}}};
  }
  return runs;
}

Json& in(Runs& runs, const char* name, const char* lane) { return runs.at(name)["lanes"][lane]; }

void set_copies(Runs& runs, const char* name, double share) {
  Json& cpu = in(runs, name, "tcp")["cpu_ns"];
  for (const char* end : {"local", "peer"}) cpu[end]["copy"] = share * cpu[end]["total"].get<double>();
}

auto latency(const char* name, const char* lane, double ns) {
  return [=](Runs& r) { in(r, name, lane)["latency_ns"] = ns; };
}

}  // namespace

TEST_CASE("claims about the sweep of sizes hold, and fail without their cause") {
  const Cost tcp{10'000, 0.26}, rdma{2400, 0.086};
  check_each("74-message-sweep", sweep(tcp, rdma),
             {
                 {"l1.sweep_small_is_fixed", latency("b512", "tcp", 80'000)},
                 {"l1.sweep_large_is_bytes", latency("m16", "tcp", tcp.of(4 << 20))},
                 {"l1.sweep_tcp_crossing", latency("run", "tcp", 100)},
                 {"l1.sweep_before_the_crossing", latency("k4", "tcp", 160'000)},
                 {"l1.sweep_behind_the_crossing", latency("k64", "tcp", 10'000)},
                 {"l1.sweep_cpu_crossing", [](Runs& r) { in(r, "run", "tcp")["cpu_ns"]["local"]["total"] = 1e6; }},
                 {"l1.sweep_copies_small", [](Runs& r) { set_copies(r, "run", 0.5); }},
                 {"l1.sweep_copies_large", [](Runs& r) { set_copies(r, "m16", 0); }},
                 {"l1.sweep_intact", [](Runs& r) { in(r, "m16", "tcp")["payload_intact"] = false; }},
                 {"l6.sweep_small_is_fixed", latency("b512", "rdma", 19'200)},
                 {"l6.sweep_large_is_bytes", latency("m16", "rdma", rdma.of(4 << 20))},
                 {"l6.sweep_rdma_crossing", latency("run", "rdma", 50)},
                 {"l6.sweep_before_the_crossing", latency("k4", "rdma", 38'400)},
                 {"l6.sweep_behind_the_crossing", latency("k64", "rdma", 2400)},
                 {"l6.sweep_saving_crossing", latency("run", "tcp", 2500)},
                 {"l6.sweep_ratio", latency("run", "tcp", 2500)},
                 {"l6.sweep_intact", [](Runs& r) { in(r, "m16", "rdma")["payload_intact"] = false; }},
             });
}
