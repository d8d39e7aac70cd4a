#include "lessons/broken_claims.h"
#include "support/catch.h"

/// The claims about applications and about how they wait, over summaries built by hand: each holds on what the scenario
/// says, and fails when its cause is taken away.
using namespace rocelab::lessons;
using rocelab::test::check_each;
using Json = nlohmann::ordered_json;

namespace {

Json cpu(double local, double peer) {
  return {{"local", {{"total", local}, {"copy", local / 50}}}, {"peer", {{"total", peer}, {"copy", peer / 50}}}};
}

Json lane(double syscalls, double switches, double window, Json cpu_ns) {
  return {{"syscalls", syscalls}, {"context_switches", switches}, {"window_ns", window},
          {"messages", 200},      {"cpu_ns", std::move(cpu_ns)},  {"payload_intact", true},
          {"goodput_gbps", 0.3},  {"latency_ns", 10'000},         {"wire", {{"frames", 2000}}}};
}

Json rounds(Json lane, double median, double p99) {
  lane["round_trip"] = {{"count", 100}, {"min_ns", median}, {"median_ns", median}, {"p99_ns", p99}};
  return lane;
}

Json run(Json tcp, Json rdma) { return {{"lanes", {{"tcp", std::move(tcp)}, {"rdma", std::move(rdma)}}}}; }
Json& in(Runs& runs, const char* name, const char* lane) { return runs.at(name)["lanes"][lane]; }

Runs ping_pong() {
  const Json rdma = rounds(lane(0, 0, 483'000, cpu(483'000, 483'000)), 4800, 4800);
  const Json asleep = rounds(lane(2, 1, 2'128'000, cpu(512'000, 512'000)), 21'300, 21'700);
  const Json awake = rounds(lane(39, 0, 1'680'000, cpu(1'680'000, 1'670'000)), 16'800, 16'800);
  return {{"run", run(asleep, rdma)},
          {"busy", run(awake, rdma)},
          {"epoll", run(rounds(lane(3, 1, 2'230'000, cpu(586'000, 586'000)), 22'300, 22'300), rdma)},
          {"two_sided", run(asleep, rounds(rdma, 5000, 5000))},
          {"asleep", run(asleep, rounds(rdma, 13'500, 13'500))},
          {"shared", run(rounds(asleep, 21'300, 72'000), rounds(rdma, 4800, 52'000))}};
}

Runs small_messages() {
  const Json tcp = lane(2, 0.1, 3'700'000, cpu(3'690'000, 3'400'000));
  const Json rdma = lane(0, 0, 200'000, cpu(200'000, 0));
  Json gathered = lane(2, 0.1, 900'000, cpu(880'000, 840'000));
  gathered["wire"]["frames"] = 200;
  return {{"run", run(tcp, rdma)},
          {"one", run(lane(2, 2, 38'000'000, cpu(8'600'000, 7'500'000)), lane(0, 0, 6'550'000, cpu(6'550'000, 0)))},
          {"stream", run(gathered, rdma)}};
}

Runs readers() {
  const auto lanes = [](Json blocking, Json busy, Json epoll) {
    return Json{{"lanes", {{"blocking", blocking}, {"busy", busy}, {"epoll", epoll}}}};
  };
  Json busy = lane(39, 0, 850'000, cpu(150'000, 849'000));
  busy["latency_ns"] = 7700;
  return {{"run", lanes(lane(2, 1, 850'000, cpu(150'000, 300'000)), busy, lane(3, 1, 850'000, cpu(150'000, 350'000)))},
          {"late", lanes(lane(2, 0, 11'000'000, cpu(150'000, 10'000'000)), busy,
                         lane(2.005, 0, 11'000'000, cpu(150'000, 10'000'000)))}};
}

}  // namespace

TEST_CASE("claims about ping-pong hold, and fail without their cause") {
  check_each(
      "77-ping-pong", ping_pong(),
      {
          {"l1.pingpong_calls", [](Runs& r) { in(r, "run", "tcp")["syscalls"] = 2.5; }},
          {"l1.pingpong_switches", [](Runs& r) { in(r, "run", "tcp")["context_switches"] = 0.5; }},
          {"l1.pingpong_epoll_calls", [](Runs& r) { in(r, "epoll", "tcp")["syscalls"] = 2; }},
          {"l1.pingpong_epoll_switches", [](Runs& r) { in(r, "epoll", "tcp")["context_switches"] = 0.5; }},
          {"l1.pingpong_awake", [](Runs& r) { in(r, "busy", "tcp")["round_trip"]["median_ns"] = 21'300; }},
          {"l1.pingpong_awake_switches", [](Runs& r) { in(r, "busy", "tcp")["context_switches"] = 0.01; }},
          {"l1.pingpong_awake_calls", [](Runs& r) { in(r, "busy", "tcp")["syscalls"] = 4; }},
          {"l1.pingpong_awake_core", [](Runs& r) { in(r, "busy", "tcp")["cpu_ns"]["peer"]["total"] = 800'000; }},
          {"l1.pingpong_asleep_core", [](Runs& r) { in(r, "run", "tcp")["cpu_ns"]["peer"]["total"] = 1'700'000; }},
          {"l1.pingpong_intact", [](Runs& r) { in(r, "epoll", "tcp")["payload_intact"] = false; }},
          {"l6.pingpong_ratio", [](Runs& r) { in(r, "run", "rdma")["round_trip"]["median_ns"] = 8000; }},
          {"l6.pingpong_busy_ratio", [](Runs& r) { in(r, "busy", "tcp")["round_trip"]["median_ns"] = 9000; }},
          {"l6.pingpong_two_sided", [](Runs& r) { in(r, "two_sided", "rdma")["round_trip"]["median_ns"] = 6000; }},
          {"l6.pingpong_asleep", [](Runs& r) { in(r, "asleep", "rdma")["round_trip"]["median_ns"] = 9900; }},
          {"l6.pingpong_tail", [](Runs& r) { in(r, "shared", "tcp")["round_trip"]["p99_ns"] = 30'000; }},
          {"l6.pingpong_tail_median", [](Runs& r) { in(r, "shared", "tcp")["round_trip"]["median_ns"] = 21'301; }},
          {"l6.pingpong_tail_rdma", [](Runs& r) { in(r, "shared", "rdma")["round_trip"]["p99_ns"] = 4800; }},
          {"l6.pingpong_intact", [](Runs& r) { in(r, "asleep", "rdma")["payload_intact"] = false; }},
      });
}

TEST_CASE("claims about small messages hold, and fail without their cause") {
  check_each("78-small-messages", small_messages(),
             {
                 {"l6.small_rate", [](Runs& r) { in(r, "run", "rdma")["window_ns"] = 400'000; }},
                 {"l6.small_line_idle", [](Runs& r) { in(r, "run", "tcp")["goodput_gbps"] = 2; }},
                 {"l6.small_sender_busy", [](Runs& r) { in(r, "run", "tcp")["cpu_ns"]["local"]["total"] = 1'000'000; }},
                 {"l6.small_copies", [](Runs& r) { in(r, "run", "tcp")["cpu_ns"]["peer"]["copy"] = 1'000'000; }},
                 {"l6.small_inflight_tcp", [](Runs& r) { in(r, "one", "tcp")["window_ns"] = 3'700'000; }},
                 {"l6.small_inflight_rdma", [](Runs& r) { in(r, "one", "rdma")["window_ns"] = 200'000; }},
                 {"l6.small_gathered_frames", [](Runs& r) { in(r, "stream", "tcp")["wire"]["frames"] = 2000; }},
                 {"l6.small_gathered_rate", [](Runs& r) { in(r, "stream", "tcp")["window_ns"] = 3'700'000; }},
                 {"l6.small_intact", [](Runs& r) { in(r, "one", "tcp")["payload_intact"] = false; }},
             });
}

TEST_CASE("claims about readers hold, and fail without their cause") {
  check_each("79-readers", readers(),
             {
                 {"l1.readers_blocking_calls", [](Runs& r) { in(r, "run", "blocking")["syscalls"] = 3; }},
                 {"l1.readers_blocking_switches", [](Runs& r) { in(r, "run", "blocking")["context_switches"] = 0.9; }},
                 {"l1.readers_epoll_calls", [](Runs& r) { in(r, "run", "epoll")["syscalls"] = 2; }},
                 {"l1.readers_epoll_switches", [](Runs& r) { in(r, "run", "epoll")["context_switches"] = 2; }},
                 {"l1.readers_busy_switches", [](Runs& r) { in(r, "run", "busy")["context_switches"] = 1; }},
                 {"l1.readers_busy_calls", [](Runs& r) { in(r, "run", "busy")["syscalls"] = 4; }},
                 {"l1.readers_busy_core", [](Runs& r) { in(r, "run", "busy")["cpu_ns"]["peer"]["total"] = 300'000; }},
                 {"l1.readers_busy_soonest", [](Runs& r) { in(r, "run", "busy")["latency_ns"] = 10'000; }},
                 {"l1.readers_late_epoll", [](Runs& r) { in(r, "late", "epoll")["syscalls"] = 3; }},
                 {"l1.readers_late_asleep", [](Runs& r) { in(r, "late", "blocking")["context_switches"] = 1; }},
                 {"l1.readers_intact", [](Runs& r) { in(r, "late", "epoll")["payload_intact"] = false; }},
             });
}
