#include "host/cpu/neighbour.h"

#include "support/catch.h"
#include "support/counts.h"

using namespace rocelab;
using namespace rocelab::host;

namespace {

struct Bench {
  Timeline timeline;
  Probe probe{timeline};
  test::Counts counts;
  Core core{timeline, probe, CoreId{0}, 0, "test"};
  Bench() { probe.attach(counts); }

  /// When a piece of work that comes at `at` is done.
  Ps done(Context context, Ps at, Ps duration) {
    Ps when = never;
    timeline.at(at, [&, context, duration] {
      core.run({context, Book::copy, duration, {}}, [&] { when = timeline.now(); });
    });
    timeline.run_until(100'000);
    return when;
  }
};

constexpr Neighbour::Config half{0.5, 1000, 10};

}  // namespace

TEST_CASE("a thread that becomes runnable in its neighbour's turn waits for the end of it") {
  Bench b;
  Neighbour neighbour(b.core, half);
  neighbour.start();
  CHECK(b.done(Context::thread, 300, 50) == 10 + 1000 + 50);
  CHECK(b.counts[count_run_queue_wait] == 1010 - 300);
}

TEST_CASE("a turn interrupts a thread, which takes as long in all and waits a turn") {
  Bench b;
  Neighbour neighbour(b.core, half);
  neighbour.start();
  // The first turn ends at 1010, the next begins half a period later, at 2010.
  CHECK(b.done(Context::thread, 1900, 200) == 1900 + 200 + 1010);
  CHECK(b.counts[count_run_queue_wait] == 1010);
}

TEST_CASE("between two turns a thread waits for nobody") {
  Bench b;
  Neighbour neighbour(b.core, half);
  neighbour.start();
  CHECK(b.done(Context::thread, 1200, 50) == 1250);
  CHECK(b.counts[count_run_queue_wait] == 0);
}

TEST_CASE("interrupts and softirqs get through a neighbour's turn") {
  for (const Context c : {Context::interrupt, Context::softirq}) {
    Bench b;
    Neighbour neighbour(b.core, half);
    neighbour.start();
    CHECK(b.done(c, 300, 50) == 350);
    CHECK(b.counts[count_run_queue_wait] == 0);
  }
}

TEST_CASE("a neighbour with no share or one that was stopped takes no turn") {
  Bench b;
  Neighbour none(b.core, {0, 1000, 10});
  none.start();
  CHECK(b.done(Context::thread, 300, 50) == 350);
  Bench c;
  Neighbour stopped(c.core, half);
  stopped.start();
  stopped.stop();
  CHECK(c.done(Context::thread, 1900, 200) == 2100);
}

TEST_CASE("who only spins loses nothing to a neighbour and can stop in its turn") {
  Bench b;
  Neighbour neighbour(b.core, half);
  neighbour.start();
  b.timeline.at(300, [&] { b.core.spin(Book::user, {}); });
  b.timeline.at(700, [&] { b.core.stop_spinning(); });
  CHECK(b.done(Context::thread, 700, 50) == 1060);
  CHECK(b.counts[count_run_queue_wait] == 1010 - 700);
}
