#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "tlm/action.h"
#include "tlm/units.h"

namespace rocelab {

/// "Wake at t, do, schedule next": the only thing that behaviour needs of a simulator. The SystemC shell drives one
/// with the kernel's time (tlm/systemc/clockwork.h); a unit test drives one by hand (run_until).
///
/// Actions of equal time run in the order in which they were scheduled, so a run is the same on every machine.
/// One heap for all modules of a run and a single kernel event behind it: many pending sc_events cost 98 ns each
/// at 128 of them, against 38 ns at one.
class Timeline {
 public:
  virtual ~Timeline() = default;

  Ps now() const { return now_; }

  /// Schedules `action`, which becomes an Action, at `t` >= now().
  template <class F>
  void at(Ps t, F&& action) {
    const std::uint32_t slot = take_slot();
    slots_[slot].emplace(std::forward<F>(action));
    schedule(t, slot);
  }
  template <class F>
  void after(Ps delay, F&& action) {
    at(now_ + delay, std::forward<F>(action));
  }

  /// Time of the earliest pending action, or `never`.
  Ps next() const { return heap_.empty() ? never : heap_.front().t; }

  /// Runs every action due up to and including `t` in order, then stands at `t`.
  void run_until(Ps t);
  /// Runs until nothing is pending or the next action lies after `limit`.
  void run_while_busy(Ps limit = never);

  /// Number of actions run so far.
  std::uint64_t steps() const { return steps_; }

 protected:
  /// The earliest pending time has become earlier.
  virtual void wake(Ps) {}

 private:
  struct Entry {
    Ps t;
    std::uint64_t serial;
    std::uint32_t slot;
    bool later_than(const Entry& o) const { return t != o.t ? t > o.t : serial > o.serial; }
  };

  std::uint32_t take_slot();
  void schedule(Ps t, std::uint32_t slot);
  void run_first();

  Ps now_ = 0;
  std::uint64_t serial_ = 0;
  std::uint64_t steps_ = 0;
  std::vector<Entry> heap_;
  std::deque<Action> slots_;  // actions stay where they are, also while they run and schedule others
  std::vector<std::uint32_t> free_slots_;
};

}  // namespace rocelab
