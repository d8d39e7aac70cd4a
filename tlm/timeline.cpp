#include "tlm/timeline.h"

#include <algorithm>
#include <stdexcept>

namespace rocelab {
namespace {
constexpr auto later = [](const auto& a, const auto& b) { return a.later_than(b); };
}

void Timeline::at(Ps t, Action action) {
  if (t < now_) throw std::logic_error("timeline: an action was scheduled in the past");
  std::uint32_t slot;
  if (free_slots_.empty()) {
    slot = static_cast<std::uint32_t>(slots_.size());
    slots_.push_back(std::move(action));
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
    slots_[slot] = std::move(action);
  }
  const Ps before = next();
  heap_.push_back({t, serial_++, slot});
  std::push_heap(heap_.begin(), heap_.end(), later);
  if (t < before) wake(t);
}

void Timeline::run_first() {
  std::pop_heap(heap_.begin(), heap_.end(), later);
  const Entry first = heap_.back();
  heap_.pop_back();
  now_ = first.t;
  ++steps_;
  Action action = std::move(slots_[first.slot]);
  free_slots_.push_back(first.slot);
  action();
}

void Timeline::run_until(Ps t) {
  while (next() <= t) run_first();
  now_ = std::max(now_, t);
}

void Timeline::run_while_busy(Ps limit) {
  while (next() != never && next() <= limit) run_first();
}

}  // namespace rocelab
