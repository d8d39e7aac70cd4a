#include "host/cpu/core.h"

#include <vector>

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::host;

namespace {

struct Ledger : FactSink {
  std::vector<CoreTime> pieces;
  std::vector<Span> spans;
  void on_core_time(const CoreTime& c) override { pieces.push_back(c); }
  void on_close(const Span& s) override { spans.push_back(s); }

  Ps of(Book book) const {
    Ps sum = 0;
    for (const auto& p : pieces) sum += p.book == book ? p.end - p.begin : 0;
    return sum;
  }
};

struct Bench {
  Timeline timeline;
  Probe probe{timeline};
  Ledger ledger;
  Bench() { probe.attach(ledger); }
};

constexpr Stage copying{"test.copy", Unit::cpu, "copy"};

}  // namespace

TEST_CASE("work of one context runs in order, every picosecond is booked once") {
  Bench b;
  Core core(b.timeline, b.probe, CoreId{0}, 0, "test");
  std::vector<Ps> done;
  core.run({Context::thread, Book::syscall, 100, {}}, [&] { done.push_back(b.timeline.now()); });
  core.run({Context::thread, Book::copy, 50, {}}, [&] { done.push_back(b.timeline.now()); });
  b.timeline.run_while_busy();
  CHECK(done == std::vector<Ps>{100, 150});
  CHECK(b.ledger.of(Book::syscall) == 100);
  CHECK(b.ledger.of(Book::copy) == 50);
  CHECK(core.idle());
}

TEST_CASE("an interrupt preempts a copy, which takes as long in all and reports its bytes once") {
  Bench b;
  Core core(b.timeline, b.probe, CoreId{0}, 0, "test");
  Ps copied = 0;
  core.run({Context::thread, Book::copy, 100, {}, &copying, 4096}, [&] { copied = b.timeline.now(); });
  b.timeline.at(30, [&] { core.run({Context::interrupt, Book::interrupt, 20, {}}, {}); });
  b.timeline.at(40, [&] { core.run({Context::softirq, Book::softirq, 10, {}}, {}); });
  b.timeline.run_while_busy();
  CHECK(copied == 130);
  CHECK(b.ledger.of(Book::copy) == 100);
  CHECK(b.ledger.of(Book::interrupt) == 20);
  CHECK(b.ledger.of(Book::softirq) == 10);
  std::uint64_t bytes = 0;
  Ps busy = 0;
  for (const Span& s : b.ledger.spans) bytes += s.bytes, busy += s.end - s.begin;
  CHECK(bytes == 4096);
  CHECK(busy == 100);
  // Pieces neither overlap nor leave gaps: the core was busy from 0 to 130.
  Ps at = 0;
  for (const CoreTime& p : b.ledger.pieces) {
    CHECK(p.begin == at);
    at = p.end;
  }
  CHECK(at == 130);
}

TEST_CASE("a spinning thread is user time and lets interrupts through") {
  Bench b;
  Core core(b.timeline, b.probe, CoreId{0}, 0, "test");
  core.spin(Book::user, {});
  b.timeline.at(40, [&] { core.run({Context::interrupt, Book::interrupt, 20, {}}, {}); });
  b.timeline.at(50, [&] { core.stop_spinning(); });  // while preempted
  b.timeline.run_while_busy();
  CHECK(b.ledger.of(Book::user) == 40);
  CHECK(b.ledger.of(Book::interrupt) == 20);
  CHECK(core.idle());
  CHECK_THROWS_AS(core.stop_spinning(), std::logic_error);
}
