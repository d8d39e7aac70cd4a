#include "tlm/event_queue.h"

#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::literals;

namespace {

struct Named final : EventQueue::Event {
  void happen() override {}
};

/// The queue beside the plainest thing that sorts.
struct Pair {
  void push(Ps t, EventQueue::Ticket place, Named& event) {
    queue.push(t, place, event);
    sorted.insert({t, place, &event});
  }
  bool pop_agrees() {
    const auto [t, place, event] = *sorted.begin();
    sorted.erase(sorted.begin());
    now = t;
    return queue.first() == t && &queue.pop() == event;
  }

  EventQueue queue;
  std::set<std::tuple<Ps, EventQueue::Ticket, Named*>> sorted;
  Ps now = 0;
};

}  // namespace

TEST_CASE("an event queue without events has no first time") {
  EventQueue q;
  CHECK(q.first() == never);
  Named event;
  q.push(5, 0, event);
  CHECK(q.first() == 5);
  CHECK(&q.pop() == &event);
  CHECK(q.first() == never);
}

TEST_CASE("an event queue sorts by time and then by place over every distance") {
  std::mt19937_64 random(1);
  std::vector<Named> events(997);
  Pair pair;
  EventQueue::Ticket place = 0;
  bool agree = true;
  const auto push = [&] {
    // Half at once or nearly, the others picoseconds to milliseconds ahead: each power of two as often.
    const Ps ahead =
        random() % 2 ? static_cast<Ps>(random() % 3) : static_cast<Ps>(random() >> (24 + random() % 40) >> 9);
    ++place;
    pair.push(pair.now + ahead, place, events[place % events.size()]);
  };
  for (int i = 0; i < 300; ++i) push();
  for (int i = 0; i < 200'000 && agree; ++i) {
    agree = pair.pop_agrees();
    // From a crowd of hundreds down to nobody and up again.
    const unsigned wanted = i / 1000 % 2 ? 300 : 3;
    while (agree && pair.sorted.size() < wanted) push();
    if (i % 2 && pair.sorted.size() > wanted) agree = agree && pair.pop_agrees();
    if (pair.sorted.empty()) push();
  }
  CHECK(agree);
}

TEST_CASE("an event keeps a place that was taken earlier among those of its time however far ahead they were pushed") {
  for (const Ps t : {1_ns, 2_us, 1_ms}) {
    Pair pair;
    Named a, b, c, d;
    pair.push(t, 4, d);
    pair.push(t, 2, b);
    pair.push(t - 500, 9, a);
    CHECK(pair.pop_agrees());
    pair.push(t, 3, c);  // near by now, where the others may be far
    for (int i = 0; i < 3; ++i) CHECK(pair.pop_agrees());
  }
}
