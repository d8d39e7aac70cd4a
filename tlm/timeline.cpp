#include "tlm/timeline.h"

#include <algorithm>
#include <stdexcept>

namespace rocelab {

Timeline::Once& Timeline::take_once() {
  if (free_.empty()) return onces_.emplace_back(*this);
  Once* once = free_.back();
  free_.pop_back();
  return *once;
}

void Timeline::Once::happen() {
  action();
  action.reset();
  timeline.free_.push_back(this);
}

void Timeline::schedule(Ps t, Ticket place, Event& event) {
  if (t < now_) throw std::logic_error("timeline: an action was scheduled in the past");
  const Entry entry(t, place, event);
  if (vacant_) {
    vacant_ = false;
    return sift_down(entry);
  }
  const bool first = t < next();
  heap_.push_back(entry);
  sift_up(heap_.size() - 1, entry);
  if (first && !running_) wake(t);
}

void Timeline::sift_up(std::size_t hole, const Entry& entry) {
  Entry* const heap = heap_.data();
  while (hole > 0) {
    const std::size_t parent = (hole - 1) / 2;
    if (!entry.before(heap[parent])) break;
    heap[hole] = heap[parent];
    hole = parent;
  }
  heap[hole] = entry;
}

/// From the front, which is free.
void Timeline::sift_down(const Entry& entry) {
  Entry* const heap = heap_.data();
  const std::size_t last = heap_.size() - 1;
  std::size_t hole = 0, child = 1;
  for (; child < last; child = 2 * hole + 1) {
    child += heap[child + 1].before(heap[child]);
    if (!heap[child].before(entry)) break;
    heap[hole] = heap[child];
    hole = child;
  }
  if (child == last && heap[child].before(entry)) {
    heap[hole] = heap[child];
    hole = child;
  }
  heap[hole] = entry;
}

void Timeline::run_first() {
  now_ = next();
  ++steps_;
  running_ = vacant_ = true;
  heap_.front().event->happen();
  running_ = false;
  if (!vacant_) return;
  vacant_ = false;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_down(last);
}

void Timeline::run_until(Ps t) {
  while (next() <= t) run_first();
  now_ = std::max(now_, t);
}

void Timeline::run_while_busy(Ps limit) {
  while (next() != never && next() <= limit) run_first();
}

}  // namespace rocelab
