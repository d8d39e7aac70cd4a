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
  const bool first = t < next();
  queue_.push(t, place, event);
  if (first && !running_) wake(t);
}

void Timeline::run_first() {
  now_ = next();
  ++steps_;
  running_ = true;
  queue_.pop().happen();
  running_ = false;
}

void Timeline::run_until(Ps t) {
  while (next() <= t) run_first();
  now_ = std::max(now_, t);
}

void Timeline::run_while_busy(Ps limit) {
  while (next() != never && next() <= limit) run_first();
}

}  // namespace rocelab
