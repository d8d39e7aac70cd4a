#include "scenarios/config/settings.h"
#include "scenarios/lane.h"
#include "support/catch.h"

/// Applications on both roads through one interface: what travels, how often, and what a round trip is.
using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

constexpr Ps us = 1'000'000;
const std::vector<std::pair<std::string, std::string>> both{{"tcp", "kernel_tcp"}, {"rdma", "rdma"}};

Keys ping_pong(Keys more) {
  Keys keys{{"application", "ping_pong"}, {"message.size", "64"}, {"message.count", "20"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

/// Twenty questions and twenty answers.
void check_rounds(const LaneResult& lane) {
  CHECK(lane.delivered);
  CHECK(lane.payload_intact);
  CHECK(lane.messages == 40);
  CHECK(lane.payload_bytes == 40 * 64);
  REQUIRE(lane.round_trips);
  CHECK(lane.round_trips->count == 20);
  CHECK(lane.round_trips->min > 0);
  CHECK(lane.round_trips->min <= lane.round_trips->median);
  CHECK(lane.round_trips->median <= lane.round_trips->p99);
  CHECK(lane.flows.front().latencies.size() == 40);
}

void check_rdma(const std::string& operation, Keys more = {}) {
  more.emplace_back("operation", operation);
  check_rounds(rdma_lane(ping_pong(more)));
}

}  // namespace

TEST_CASE("ping-pong on both roads: a round is its question and its answer and nothing else") {
  const Result r = run_lanes(both, ping_pong({}));
  for (const char* name : {"tcp", "rdma"}) {
    INFO(name);
    const LaneResult& lane = r.lane(name);
    check_rounds(lane);
    // Each ends where the next begins.
    Ps all = 0;
    for (const Ps t : lane.flows.front().round_trips) all += t;
    CHECK(all == lane.window);
    // It takes the way there and the way back, and who looks at its memory finds the answer one look later.
    CHECK(lane.round_trips->median >= 2 * lane.latency);
    CHECK(lane.round_trips->median <= 2 * lane.latency + 200'000);
  }
  const LaneResult& tcp = r.lane("tcp");
  CHECK(tcp.syscalls == 80);          // of each message a write() and a read()
  CHECK(tcp.context_switches == 40);  // each finds its reader asleep
  // An answer carries the ACK of its question, and the next question that of the answer. Only the first of each has an
  // ACK of its own: an end that has not yet sent soon after it received acknowledges at once (quick ACK). That of the
  // last answer is behind the window.
  CHECK(tcp.wire.frames == 40 + 2);
  CHECK(tcp.interrupts == 40 + 2);
  CHECK(r.lane("rdma").syscalls == 0);
  CHECK(r.lane("rdma").wire.frames == 80);  // a message and its ACK each
}

TEST_CASE("ping-pong by WRITE with immediate") { check_rdma("write_imm"); }
TEST_CASE("ping-pong by SEND") { check_rdma("send"); }
TEST_CASE("ping-pong by SEND with programs that sleep") { check_rdma("send", {{"rdma.completion", "event"}}); }
TEST_CASE("ping-pong by inline WRITE") { check_rdma("write", {{"rdma.inline", "true"}}); }
TEST_CASE("ping-pong with eight questions under way") {
  const Result r = run_lanes(both, ping_pong({{"message.inflight", "8"}}));
  check_rounds(r.lane("tcp"));
  check_rounds(r.lane("rdma"));
}
TEST_CASE("ping-pong by SEND with eight questions under way") { check_rdma("send", {{"message.inflight", "8"}}); }
TEST_CASE("ping-pong through damage is intact") {
  const Result r = run_lanes(both, ping_pong({{"network.corruption", "0.05"}}));
  check_rounds(r.lane("tcp"));
  check_rounds(r.lane("rdma"));
}
TEST_CASE("ping-pong over four connections with readers on epoll") {
  check_rounds(run_lanes({{"tcp", "kernel_tcp"}},
                         ping_pong({{"message.inflight", "8"}, {"tcp.connections", "4"}, {"tcp.reader", "epoll"}}))
                   .lane("tcp"));
}
TEST_CASE("ping-pong of 16 KiB with edge-triggered readers that get messages in parts") {
  const LaneResult lane = run_lanes({{"tcp", "kernel_tcp"}}, {{"application", "ping_pong"},
                                                              {"message.size", "16KiB"},
                                                              {"tcp.reader", "epoll_edge"},
                                                              {"network.rate", "1Gbps"}})
                              .lane("tcp");
  CHECK(lane.payload_intact);
  CHECK(lane.copies == 4);
}

TEST_CASE("a bulk stream read by a busy program and by an epoll program arrives intact") {
  const Keys keys{{"message.size", "256KiB"},
                  {"message.count", "4"},
                  {"lanes.busy.tcp.reader", "nonblocking"},
                  {"lanes.level.tcp.reader", "epoll"},
                  {"lanes.edge.tcp.reader", "epoll_edge"}};
  const Result r = run_lanes({{"busy", "kernel_tcp"}, {"level", "kernel_tcp"}, {"edge", "kernel_tcp"}}, keys);
  for (const auto& [name, lane] : r.lanes) {
    INFO(name);
    CHECK(lane.payload_intact);
    CHECK(lane.copies == 2 * lane.messages);
  }
}

TEST_CASE("a stream over TCP that nobody limits fills the socket buffer and one that is told keeps to it") {
  const Result r =
      run_lanes({{"free", "kernel_tcp"}, {"told", "kernel_tcp"}},
                {{"message.size", "64KiB"}, {"message.count", "32"}, {"lanes.told.message.inflight", "1"}});
  // One message a round trip: the next write() waits for the ACK of the one before.
  CHECK(r.lane("told").context_switches >= 32);
  CHECK(r.lane("told").window > 32 * 15 * us);
  CHECK(r.lane("free").window < r.lane("told").window);
}

TEST_CASE("messages that stand each for themselves travel each in a frame of its own") {
  const Keys keys{{"message.size", "64"},
                  {"message.count", "10"},
                  {"message.inflight", "10"},
                  {"lanes.apart.application", "messages"}};
  const Result r = run_lanes({{"apart", "kernel_tcp"}, {"stream", "kernel_tcp"}}, keys);
  CHECK(r.lane("apart").wire.data_frames == 10);
  CHECK(r.lane("stream").wire.data_frames < 10);  // while one is not acknowledged the others wait (Nagle)
}

TEST_CASE("what an application cannot do is refused with what is allowed") {
  const auto refused = [](const std::string& path, Keys keys) {
    std::string why;
    try {
      resolve(scenario_of({{"x", path}}, keys).config, "x");
    } catch (const std::exception& error) {
      why = error.what();
    }
    return why;
  };
  CHECK_THAT(
      refused("rdma", ping_pong({{"operation", "read"}})),
      Contains("lane x: application ping_pong sends answers: operation must be write, write_imm, send or send_imm"));
  CHECK_THAT(refused("rdma", ping_pong({{"rdma.completion", "event"}})), Contains("wakes nobody for a WRITE"));
  CHECK_THAT(refused("rdma", ping_pong({{"rdma.connections", "2"}})), Contains("rdma.connections must be 1"));
  CHECK_THAT(refused("rdma", ping_pong({{"rdma.mistake", "wrong_rkey"}})), Contains("rdma.mistake must be none"));
  CHECK_THAT(refused("kernel_tcp", ping_pong({{"message.size", "1MiB"}, {"message.inflight", "2"}})),
             Contains("2097152 B in flight") && Contains("1048576 B"));
  CHECK_THAT(
      refused(
          "kernel_tcp",
          {{"application", "messages"}, {"message.count", "100"}, {"message.inflight", "6"}, {"tcp.connections", "4"}}),
      Contains("message.inflight is 6") && Contains("multiple of tcp.connections, which is 4"));
  CHECK(refused("kernel_tcp", {{"tcp.connections", "4"}}) == "");
}
