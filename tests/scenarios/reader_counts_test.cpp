#include "scenarios/lane.h"
#include "support/catch.h"

/// System calls, wake-ups and context switches of a reader that sleeps in read(), of one that asks again and again, and
/// of one that sleeps in epoll_wait(), against a count by hand. Each number's reason stands beside it.
using namespace rocelab;
using namespace rocelab::scenarios;
using namespace rocelab::scenarios::test;

namespace {

constexpr std::uint64_t messages = 64;
constexpr Ps entry = 105'000, leaving = 105'000, call = entry + leaving;
constexpr Ps empty = 147'059;  // 500 cycles of 3.4 GHz: a read that finds nothing
/// 800 cycles each: what epoll_wait() takes to poll so many items at once.
constexpr Ps polled(std::uint64_t items) {
  return static_cast<Ps>((items * 800 * 1'000'000'000'000 + 3'400'000'000 - 1) / 3'400'000'000);
}
constexpr Ps item = polled(1);

/// Counts of the peer alone: the reader's.
struct Peer : FactSink {
  bool open = false;
  std::map<std::string, std::uint64_t> counted;
  FactSet reads() const override { return FactSet{} | FactKind::count; }
  void on_window(const Window& w) override { open = w.open; }
  void on_count(const Count& c) override {
    if (open && c.tag.host == HostId{1}) counted[std::string(c.counter->id)] += c.n;
  }
  std::uint64_t operator[](const char* id) const {
    const auto it = counted.find(id);
    return it == counted.end() ? 0 : it->second;
  }
};

struct Read {
  Peer peer;
  LaneResult lane;
  Ps syscall_time() const { return lane.peer.cpu.by_book[static_cast<std::size_t>(Book::syscall)]; }
};

Read read_by(const std::string& reader, Keys keys) {
  keys.emplace_back("tcp.reader", reader);
  Read read;
  read.lane = run_lanes({{"tcp", "kernel_tcp"}}, keys, {&read.peer}).lane("tcp");
  CHECK(read.lane.payload_intact);
  CHECK(read.lane.copies == 2 * read.lane.messages);
  return read;
}

Keys many(const std::string& connections, const std::string& inflight) {
  return {{"application", "messages"},
          {"message.size", "64"},
          {"message.count", std::to_string(messages)},
          {"message.inflight", inflight},
          {"tcp.connections", connections}};
}

/// Each message meets a reader that has done with the one before: on one connection since a message goes when the one
/// before has its ACK, on many since a frame takes 13 us on the line, longer than interrupt, stack, wake-up, copy and
/// return together.
Keys one_by_one(const std::string& connections) {
  Keys keys = many(connections, connections);
  keys.emplace_back("network.rate", "100Mbps");
  return keys;
}

/// All of them are there before the reader looks for the first time.
Keys all_at_once(const std::string& connections) {
  Keys keys = many(connections, std::to_string(messages));
  keys.emplace_back("tcp.reader_busy", "1ms");
  return keys;
}

void check_blocking_one_by_one(const std::string& connections) {
  const Read r = read_by("blocking", one_by_one(connections));
  CHECK(r.peer["syscalls"] == messages);          // one read() each
  CHECK(r.peer["context_switches"] == messages);  // and each has slept for its message
  CHECK(r.peer["interrupts"] == messages);
  // The first read() went in before t0.
  CHECK(r.syscall_time() == (messages - 1) * call + leaving);
}

void check_epoll_one_by_one(const std::string& connections) {
  const Read r = read_by("epoll", one_by_one(connections));
  CHECK(r.peer["syscalls"] == 2 * messages);      // epoll_wait() says that there is something, read() takes it
  CHECK(r.peer["context_switches"] == messages);  // one sleep a message, as in read()
  CHECK(r.peer["interrupts"] == messages);
  // Of each epoll_wait() but the first, which went in before t0: the item that was told stays on the list and is polled
  // in vain; and of each the item that has news.
  CHECK(r.syscall_time() == (2 * messages - 1) * call + leaving + (2 * messages - 1) * item);
}

void check_edge_one_by_one(const std::string& connections) {
  const Read r = read_by("epoll_edge", one_by_one(connections));
  // Told by the edge, a reader that got all it asked for must ask on until EAGAIN: a third call, of each but the last,
  // with which it has all its messages.
  CHECK(r.peer["syscalls"] == 3 * messages - 1);
  CHECK(r.peer["context_switches"] == messages);
  // Nothing stays on the list, so nothing is polled in vain.
  CHECK(r.syscall_time() == (3 * messages - 2) * call + leaving + (messages - 1) * empty + messages * item);
}

}  // namespace

TEST_CASE("a blocking reader of messages that come one by one: a call and a switch each") {
  check_blocking_one_by_one("1");
}
TEST_CASE("a blocking reader of 64 connections in turn: a call and a switch each") { check_blocking_one_by_one("64"); }
TEST_CASE("an epoll reader of one connection: two calls and a switch each") { check_epoll_one_by_one("1"); }
TEST_CASE("an epoll reader of 64 connections: two calls and a switch each") { check_epoll_one_by_one("64"); }
TEST_CASE("an edge-triggered reader of one connection: three calls and a switch each") { check_edge_one_by_one("1"); }
TEST_CASE("an edge-triggered reader of 64 connections: three calls and a switch each") { check_edge_one_by_one("64"); }

TEST_CASE("a blocking reader that comes late to 64 connections never sleeps: a call each") {
  const Read r = read_by("blocking", all_at_once("64"));
  CHECK(r.peer["syscalls"] == messages);
  CHECK(r.peer["context_switches"] == 0);
}

TEST_CASE("an epoll reader that comes late to 64 connections hears of all in one call") {
  const Read r = read_by("epoll", all_at_once("64"));
  CHECK(r.peer["syscalls"] == 1 + messages);
  CHECK(r.peer["context_switches"] == 0);
  CHECK(r.syscall_time() == (1 + messages) * call + polled(messages));
}

TEST_CASE("an edge-triggered reader that comes late to one connection is told once and reads on") {
  const Read r = read_by("epoll_edge", all_at_once("1"));
  CHECK(r.peer["syscalls"] == 1 + messages);  // one wait, and no read in vain before the last message
  CHECK(r.peer["context_switches"] == 0);
  CHECK(r.syscall_time() == (1 + messages) * call + item);
}

TEST_CASE("a level-triggered reader that comes late to one connection asks epoll before each read") {
  const Read r = read_by("epoll", all_at_once("1"));
  CHECK(r.peer["syscalls"] == 2 * messages);
  CHECK(r.syscall_time() == 2 * messages * call + messages * item);
}

TEST_CASE("a busy non-blocking reader never sleeps and asks as often as its time allows") {
  const Read r = read_by("nonblocking", {});
  CHECK(r.peer["context_switches"] == 0);
  const StageSpan* softirq = stage(r.lane, "tcp.6", "peer");
  const StageSpan* stack = stage(r.lane, "tcp.7", "peer");
  const StageSpan* copy = stage(r.lane, "tcp.8", "peer");
  REQUIRE((softirq && stack && copy));
  // From t0 on the reader asks, each time in vain, until the stack has put the message into the socket. What interrupt,
  // softirq and stack took of its core is not its own time. A call looks when it has come into the kernel.
  const Ps own = stack->end - softirq->busy - stack->busy;
  const auto in_vain = static_cast<std::uint64_t>((own - entry + call + empty - 1) / (call + empty));
  CHECK(in_vain > 10);
  CHECK(r.peer["syscalls"] == in_vain + 1);
  // It is awake when the message comes: no wake-up, no switch before the copy, at most one call in vain.
  CHECK(copy->begin - stack->end <= call + empty + entry + 264'706);  // and the ACK that its softirq may still send
  // The core has no idle time until the message is there.
  const Ps working = r.lane.peer.cpu.total();
  CHECK(working >= copy->end);
}

TEST_CASE("what a wait costs for each item follows its key") {
  Keys keys = one_by_one("1");
  keys.emplace_back("kernel.epoll_item", "3400");  // 1 us
  const Read r = read_by("epoll", keys);
  CHECK(r.syscall_time() == (2 * messages - 1) * call + leaving + (2 * messages - 1) * 1'000'000);
}

TEST_CASE("a question that takes no time is refused since its asker would never get on") {
  Keys keys = one_by_one("1");
  keys.emplace_back("kernel.empty_read", "0");
  CHECK_THROWS_WITH(read_by("nonblocking", keys), Contains("kernel.empty_read"));
}
