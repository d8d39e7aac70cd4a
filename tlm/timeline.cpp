#include "tlm/timeline.h"

#include <algorithm>
#include <stdexcept>

namespace rocelab {
namespace {
constexpr auto later = [](const auto& a, const auto& b) { return a.later_than(b); };
}

std::uint32_t Timeline::take_slot() {
  if (free_slots_.empty()) {
    slots_.emplace_back();
    return static_cast<std::uint32_t>(slots_.size() - 1);
  }
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

void Timeline::schedule(Ps t, std::uint32_t slot) {
  if (t < now_) throw std::logic_error("timeline: an action was scheduled in the past");
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
  Action& action = slots_[first.slot];
  action();
  action.reset();
  free_slots_.push_back(first.slot);
}

void Timeline::run_until(Ps t) {
  while (next() <= t) run_first();
  now_ = std::max(now_, t);
}

void Timeline::run_while_busy(Ps limit) {
  while (next() != never && next() <= limit) run_first();
}

}  // namespace rocelab
