#include <nlohmann/json.hpp>

#include "app/forked.h"
#include "scenarios/run.h"
#include "support/catch.h"

/// Copies, system calls, interrupts and context switches of scenario 1 with each offload on and off, against a count by
/// hand. Each number's reason stands beside it.
using namespace rocelab;

namespace {

struct Offloads {
  bool tso, gro, checksum;
};

std::vector<Offloads> every_combination() {
  std::vector<Offloads> all;
  for (unsigned n = 0; n < 8; ++n) all.push_back({(n & 1) != 0, (n & 2) != 0, (n & 4) != 0});
  return all;
}

/// Counts by host, since a sum would hide one that moved to the other side.
struct Ends : FactSink {
  const Roster& roster;
  explicit Ends(const Roster& r) : roster(r) {}
  std::map<std::string, std::uint64_t> counted;  // "tcp.peer.interrupts"
  std::map<LaneId, bool> open;

  FactSet reads() const override { return FactSet{} | FactKind::count; }
  void on_count(const Count& c) override {
    if (!open[c.tag.lane] || c.tag.host == no_host) return;
    const Roster::Host& h = roster[c.tag.host];
    counted[roster[h.lane].name + "." + h.name + "." + std::string(c.counter->id)] += c.n;
  }
  void on_window(const Window& w) override { open[w.lane] = w.open; }
};

struct Counted {
  nlohmann::json ends;
  scenarios::LaneResult tcp, rdma;

  std::uint64_t operator()(const char* host, const char* counter) const {
    return ends.value(std::string("tcp.") + host + "." + counter, std::uint64_t{0});
  }
};

Counted count(const std::string& size, Offloads o, const std::string& rate) {
  const std::string text = app::forked([&] {
    scenarios::Scenario scenario = scenarios::load("1");
    const auto word = [](bool on) { return on ? "true" : "false"; };
    scenario.config.set("message.size", size, "test");
    scenario.config.set("network.rate", rate, "test");
    scenario.config.set("lanes.tcp.tcp.tso", word(o.tso), "test");
    scenario.config.set("lanes.tcp.tcp.gro", word(o.gro), "test");
    scenario.config.set("lanes.tcp.tcp.checksum_offload", word(o.checksum), "test");
    scenarios::RunContext context;
    Ends ends(context.roster);
    context.sinks = {&ends};
    const scenarios::Result result = run(scenario, context);
    nlohmann::json all{{"ends", ends.counted}};
    all["result"] = result;
    return all.dump();
  });
  const auto all = nlohmann::json::parse(text);
  const auto result = all["result"].get<scenarios::Result>();
  return {all["ends"], result.lane("tcp"), result.lane("rdma")};
}

constexpr std::uint64_t mss = 1448;  // 1500 less 20 of IPv4, 20 of TCP and 12 of the timestamp option
constexpr std::uint64_t frames_of(std::uint64_t bytes) { return (bytes + mss - 1) / mss; }

/// What no size and no offload changes.
void check_always(const Counted& c) {
  // The user's buffer to the socket's at the sender, the socket's to the user's at the peer. What a NIC does by DMA is
  // no copy by a CPU, whatever it cuts, sums or merges.
  CHECK(c.tcp.copies == 2);
  // One write(), for the send buffer (4 MiB) takes the message at once; one read() with MSG_WAITALL.
  CHECK(c("local", "syscalls") == 1);
  CHECK(c("peer", "syscalls") == 1);
  // The sender's thread never sleeps inside the window.
  CHECK(c("local", "context_switches") == 0);
  // One-sided WRITE, completion polled: the NICs do it all.
  CHECK(c.rdma.copies + c.rdma.syscalls + c.rdma.interrupts + c.rdma.context_switches == 0);
}

void check_small(const std::string& size, std::uint64_t bytes) {
  for (const Offloads o : every_combination()) {
    INFO(size << " tso " << o.tso << " gro " << o.gro << " checksum " << o.checksum);
    const Counted c = count(size, o, "100Gbps");
    check_always(c);
    const std::uint64_t frames = frames_of(bytes);
    CHECK(c.tcp.wire.data_frames == frames);
    // All of it fits the initial window (RFC 6928: ten segments) and arrives within the 2 us of moderation: one
    // interrupt at the peer, and one at the sender for the one ACK.
    CHECK(c("peer", "interrupts") == 1);
    CHECK(c("local", "interrupts") == 1);
    CHECK(c("peer", "context_switches") == 1);  // the reader slept, and is woken once
    // Through the sender's stack: bursts with TSO, frames without; and the ACK that comes in.
    CHECK(c("local", "transport_in_kernel") == (o.tso ? 1 : frames) + 1);
    // Through the peer's: what GRO has merged, else every frame; and the ACK that goes out.
    CHECK(c("peer", "transport_in_kernel") == (o.gro ? 1 : frames) + 1);
  }
}

/// On a slow line a frame of 1538 octets takes 123 us. Interrupt, stack, wake-up and copy take about 10: each frame
/// meets a peer that has done with the one before, and what is merged or moderated is no matter of luck.
void check_frame_by_frame(const std::string& size, std::uint64_t bytes) {
  for (const Offloads o : every_combination()) {
    INFO(size << " tso " << o.tso << " gro " << o.gro << " checksum " << o.checksum);
    const Counted c = count(size, o, "100Mbps");
    check_always(c);
    const std::uint64_t frames = c.tcp.wire.data_frames;
    // Every GSO burst may end in a short frame: one more for each 64 KiB that write() copies at a time.
    CHECK(frames >= frames_of(bytes));
    CHECK(frames <= frames_of(bytes) + (bytes + 65535) / 65536);
    CHECK(c("peer", "interrupts") == frames);        // each alone
    CHECK(c("peer", "context_switches") == frames);  // the reader empties the socket and sleeps again
    const std::uint64_t acks = c.tcp.wire.frames - frames;
    CHECK(c("local", "interrupts") == acks);  // they, too, come one by one
    CHECK(acks >= frames / 2);                // RFC 5681 4.2: at least every second full segment
    CHECK(acks <= frames);
    // GRO finds no second frame to merge with, so that it changes nothing.
    CHECK(c("peer", "transport_in_kernel") == frames + acks);
    const std::uint64_t sent = c("local", "transport_in_kernel") - acks;
    if (o.tso) {
      CHECK(sent < frames);  // bursts, which the NIC cuts
    } else {
      CHECK(sent == frames);
    }
  }
}

}  // namespace

TEST_CASE("one byte over TCP: the counts by hand, with every offload on and off") { check_small("1", 1); }
TEST_CASE("4 KiB over TCP: the counts by hand, with every offload on and off") { check_small("4KiB", 4096); }
TEST_CASE("64 KiB over TCP: the counts by hand, with every offload on and off") {
  check_frame_by_frame("64KiB", 65536);
}
TEST_CASE("1 MiB over TCP: the counts by hand, with every offload on and off") {
  check_frame_by_frame("1MiB", 1 << 20);
}

TEST_CASE("time in the ledger is the count times the cost of one") {
  // The window closes with the last ACK: the last read() has not returned to user mode by then.
  const Counted c = count("4KiB", {true, true, true}, "100Gbps");
  const auto booked = [&](Book b) {
    const auto i = static_cast<std::size_t>(b);
    return c.tcp.local.cpu.by_book[i] + c.tcp.peer.cpu.by_book[i];
  };
  CHECK(booked(Book::interrupt) == 2 * 441'177);     // 1500 cycles of 3.4 GHz, rounded up to the picosecond
  CHECK(booked(Book::scheduling) == 1 * 1'500'000);  // context_switch_direct_ns
  CHECK(booked(Book::syscall) == 3 * 105'000);       // write() in and out, read() out: it came in before the window
}

TEST_CASE("at full speed, where luck decides what is merged, every count still has its time in the ledger") {
  for (const char* size : {"64KiB", "1MiB"}) {
    for (const Offloads o : every_combination()) {
      INFO(size << " tso " << o.tso << " gro " << o.gro << " checksum " << o.checksum);
      const Counted c = count(size, o, "100Gbps");
      check_always(c);
      for (const auto& [host, end] : {std::pair{"local", c.tcp.local}, std::pair{"peer", c.tcp.peer}}) {
        const auto booked = [&cpu = end.cpu](Book b) { return cpu.by_book[static_cast<std::size_t>(b)]; };
        // One that is counted has ended; the window may close on another.
        const auto interrupts = static_cast<Ps>(c(host, "interrupts"));
        CHECK(booked(Book::interrupt) >= interrupts * 441'177);
        CHECK(booked(Book::interrupt) < (interrupts + 1) * 441'177);
        const auto switches = static_cast<Ps>(c(host, "context_switches"));
        CHECK(booked(Book::scheduling) >= switches * 1'500'000);
        CHECK(booked(Book::scheduling) < (switches + 1) * 1'500'000);
      }
    }
  }
}
