#include <unistd.h>

#include <array>
#include <map>

#include "scenarios/lane.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

const std::vector<std::pair<std::string, std::string>> tcp{{"tcp", "kernel_tcp"}};

/// Holds for every undisturbed TCP lane: bytes really moved through every stage that moves bytes.
void check_bytes_moved(const LaneResult& lane) {
  CHECK(lane.delivered);
  CHECK(lane.payload_intact);
  for (const auto& [id, host] : std::vector<std::pair<std::string, std::string>>{{"tcp.2", "local"},
                                                                                 {"tcp.3", "local"},
                                                                                 {"tcp.4", "local"},
                                                                                 {"tcp.5", "peer"},
                                                                                 {"tcp.7", "peer"},
                                                                                 {"tcp.8", "peer"}}) {
    INFO(id);
    const StageSpan* s = stage(lane, id, host);
    REQUIRE(s != nullptr);
    CHECK(s->bytes == lane.payload_bytes);
  }
}

}  // namespace

TEST_CASE("one message over TCP walks nine stages in order, with two copies and two system calls") {
  const Result r = run_lanes(tcp);
  const LaneResult& lane = r.lane("tcp");
  check_bytes_moved(lane);
  Ps before = -1;
  for (int n = 1; n <= 9; ++n) {
    INFO("tcp." << n);
    const StageSpan* s = stage(lane, "tcp." + std::to_string(n), n <= 4 ? "local" : "peer");
    REQUIRE(s != nullptr);
    CHECK(s->begin > before);
    before = s->begin;
  }
  CHECK(lane.copies == 2);
  CHECK(lane.syscalls == 2);          // write() and read(), each counted where it returns
  CHECK(lane.interrupts == 2);        // the peer's for the data, the sender's for the ACK
  CHECK(lane.context_switches == 1);  // the reader, which slept
  CHECK(lane.cpu_stages() == 7);      // 1 2 3 6 7 8 9
  CHECK(lane.transport_in == "kernel");
  CHECK(lane.peer_cpu() == "full");
  CHECK(lane.wire.frames == 4);  // 1448 + 1448 + 1200 octets, one ACK
  CHECK(lane.retransmitted_frames == 0);
  CHECK(lane.latency > 0);
  CHECK(lane.latency < lane.window);
}

TEST_CASE("one byte") { check_bytes_moved(run_lanes(tcp, {{"message.size", "1"}}).lane("tcp")); }
TEST_CASE("a megabyte") {
  const Result r = run_lanes(tcp, {{"message.size", "1MiB"}});
  check_bytes_moved(r.lane("tcp"));
  CHECK(r.lane("tcp").copies == 2);
  CHECK(r.lane("tcp").syscalls == 2);
}
TEST_CASE("IPv6") { check_bytes_moved(run_lanes(tcp, {{"network.ip", "6"}}).lane("tcp")); }
TEST_CASE("jumbo frames") {
  check_bytes_moved(run_lanes(tcp, {{"tcp.mtu", "9000"}, {"message.size", "64KiB"}}).lane("tcp"));
}
TEST_CASE("no offload at all: the kernel cuts, sums and merges nothing") {
  const Result r = run_lanes(tcp, {{"tcp.tso", "false"}, {"tcp.gro", "false"}, {"tcp.checksum_offload", "false"}});
  check_bytes_moved(r.lane("tcp"));
}
TEST_CASE("damaged frames are resent and arrive intact") {
  const Result r = run_lanes(tcp, {{"network.corruption", "0.02"}, {"message.count", "20"}});
  const LaneResult& lane = r.lane("tcp");
  CHECK(lane.payload_intact);
  CHECK(lane.wire.corrupted > 0);
  CHECK(lane.retransmitted_frames > 0);
}

namespace {

/// Books the time of every core a second way: from the rows of the waveform instead of the ledger's facts.
struct SecondLedger : FactSink {
  struct Row {
    std::uint64_t state = 0;
    Ps since = 0;
    std::array<Ps, book_count> booked{};
  };
  std::map<std::uint32_t, std::string> names;
  std::map<std::string, Row> rows;
  Ps open = never, close = never;

  void on_declare(SignalId id, const SignalDecl& d) override {
    if (d.name.rfind("core", 0) == 0) names[id.value] = d.scope;
  }
  void leave(Row& row, Ps now) {
    const Ps time = std::min(now, close) - std::max(row.since, open);
    if (open != never && row.state > 0 && time > 0) row.booked[row.state - 1] += time;
    row.since = now;
  }
  void on_change(const Change& c, Ps) override {
    const auto name = names.find(c.signal.value);
    if (name == names.end()) return;
    Row& row = rows[name->second];
    leave(row, c.t);
    row.state = c.value;
  }
  void on_window(const Window& w) override {
    for (auto& [scope, row] : rows) leave(row, w.t);
    (w.open ? open : close) = w.t;
  }
};

}  // namespace

TEST_CASE("the ledger balances to the picosecond against what the waveform shows") {
  SecondLedger second;
  const Result r = run_lanes(tcp, {{"message.size", "256KiB"}}, {&second});
  const LaneResult& lane = r.lane("tcp");
  for (const auto& [host, figures] : lane.hosts) {
    INFO(host);
    CHECK(figures.cpu.by_book == second.rows.at("tcp." + host).booked);
    CHECK(figures.cpu.total() > 0);
    CHECK(figures.cpu.total() <= lane.window);
  }
}
