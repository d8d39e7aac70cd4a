#include <nlohmann/json.hpp>

#include "app/forked.h"
#include "hw/nic/receive_steering.h"
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

using Keys = std::vector<std::pair<std::string, std::string>>;

Counted count(const std::string& size, Offloads o, const std::string& rate, const Keys& keys = {}) {
  const std::string text = app::forked([&] {
    scenarios::Scenario scenario = scenarios::load("1");
    const auto word = [](bool on) { return on ? "true" : "false"; };
    scenario.config.set("message.size", size, "test");
    scenario.config.set("network.rate", rate, "test");
    scenario.config.set("lanes.tcp.tcp.tso", word(o.tso), "test");
    scenario.config.set("lanes.tcp.tcp.gro", word(o.gro), "test");
    scenario.config.set("lanes.tcp.tcp.checksum_offload", word(o.checksum), "test");
    for (const auto& [key, value] : keys) scenario.config.set(key, value, "test");
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

TEST_CASE("without KPTI every count is the same and every crossing costs a third") {
  // 1 B and 4 KiB at full speed, 64 KiB and 1 MiB frame by frame: where no count is a matter of luck.
  for (const auto& [size, rate] :
       Keys{{"1", "100Gbps"}, {"4KiB", "100Gbps"}, {"64KiB", "100Mbps"}, {"1MiB", "100Mbps"}}) {
    for (const Offloads o : every_combination()) {
      INFO(size << " tso " << o.tso << " gro " << o.gro << " checksum " << o.checksum);
      const Counted on = count(size, o, rate), off = count(size, o, rate, {{"kernel.kpti", "false"}});
      check_always(off);
      for (const char* host : {"local", "peer"}) {
        for (const char* counter : {"syscalls", "interrupts", "context_switches", "transport_in_kernel"})
          CHECK(off(host, counter) == on(host, counter));
      }
      const auto i = static_cast<std::size_t>(Book::syscall);
      // write() in and out: syscall_model_default_ns, syscall_null_nopti_ns. read() came in before the window.
      CHECK(on.tcp.local.cpu.by_book[i] == 210'000);
      CHECK(off.tcp.local.cpu.by_book[i] == 70'000);
      CHECK(on.tcp.peer.cpu.by_book[i] <= 105'000);
      CHECK(off.tcp.peer.cpu.by_book[i] <= 35'000);
    }
  }
}

TEST_CASE("moderation by frames: one interrupt for every four, and one for the rest when its time is up") {
  for (const Offloads o : every_combination()) {
    INFO("tso " << o.tso << " gro " << o.gro << " checksum " << o.checksum);
    // Ten frames are the initial window: nobody waits for an ACK. They come 123 us apart, so that the fourth is there
    // before the first has waited for a millisecond, and each interrupt is served before the next.
    const Counted c =
        count("14480", o, "100Mbps", {{"lanes.tcp.nic.moderation", "1ms"}, {"lanes.tcp.nic.moderation_frames", "4"}});
    check_always(c);
    CHECK(c.tcp.wire.data_frames == 10);
    CHECK(c("peer", "interrupts") == 3);        // 4 + 4 + 2
    CHECK(c("peer", "context_switches") == 3);  // the reader empties the socket each time
  }
}

namespace {

/// Two cores and two receive queues at each host; the reader sits on the core that the NIC's hash does not choose.
Keys across(const std::string& steering) {
  const nic::Flow data{wire::Gid::from_ipv4(0x0a00'0001), wire::Gid::from_ipv4(0x0a00'0002), 49152, 5201};
  const unsigned hashed = nic::ReceiveSteering(2).queue_of(data);
  return {{"host.cores", "2"},
          {"nic.queues", "2"},
          {"lanes.tcp.host.program_core", std::to_string(1 - hashed)},
          {"nic.steering", steering}};
}

}  // namespace

TEST_CASE("a reader on another core is reached by an interrupt between the cores: the counts by hand") {
  for (const auto& [size, rate] :
       Keys{{"1", "100Gbps"}, {"4KiB", "100Gbps"}, {"64KiB", "100Mbps"}, {"1MiB", "100Mbps"}}) {
    for (const Offloads o : every_combination()) {
      INFO(size << " tso " << o.tso << " gro " << o.gro << " checksum " << o.checksum);
      for (const char* steering : {"rss", "rfs", "arfs"}) {
        INFO(steering);
        const Counted c = count(size, o, rate, across(steering));
        check_always(c);
        // How often the peer's NIC interrupts and its reader wakes is what it is with one core: once for all that comes
        // at once, else once a frame.
        const std::uint64_t wakes = rate == "100Gbps" ? 1 : c.tcp.wire.data_frames;
        CHECK(c("peer", "interrupts") == wakes);
        CHECK(c("peer", "context_switches") == wakes);
        // The sender's thread sleeps on nothing and reads nothing: nobody calls its core.
        CHECK(c("local", "ipis") == 0);
        const std::uint64_t skbs = rate == "100Mbps" ? wakes : o.gro ? 1 : c.tcp.wire.data_frames;
        if (steering == std::string("rss")) {
          CHECK(c("peer", "ipis") == wakes);        // each wake-up crosses
          CHECK(c("peer", "remote_skbs") == skbs);  // and each skb goes up beside its reader
        } else if (steering == std::string("rfs")) {
          CHECK(c("peer", "ipis") == wakes);  // each hand-over, for the other core rests; the wake-up is its own then
          CHECK(c("peer", "remote_skbs") == 0);
        } else {
          // The first interrupt shows that the reader is elsewhere. The filter stands 10 us later: no second frame
          // comes the wrong way where they come one by one.
          CHECK(c("peer", "ipis") == 1);
          CHECK(c("peer", "remote_skbs") == (rate == "100Mbps" ? 1 : skbs));
        }
      }
    }
  }
}

TEST_CASE("an interrupt between cores costs its sending here and its handler there") {
  const auto booked = [](const Counted& c, Book b) { return c.tcp.peer.cpu.by_book[static_cast<std::size_t>(b)]; };
  const Offloads all{true, true, true};
  const Counted one = count("4KiB", all, "100Gbps"), two = count("4KiB", all, "100Gbps", across("rss"));
  CHECK(booked(two, Book::softirq) - booked(one, Book::softirq) == 88'236);       // 300 cycles of 3.4 GHz
  CHECK(booked(two, Book::interrupt) - booked(one, Book::interrupt) == 147'059);  // 500 cycles
  // The lines of socket and skb change their owner: 600 cycles, within a rounding.
  CHECK(std::abs(booked(two, Book::stack) - booked(one, Book::stack) - 176'471) <= 1);
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
