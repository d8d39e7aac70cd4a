#pragma once
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "tlm/action.h"
#include "tlm/event_queue.h"

namespace rocelab {

/// "Wake at t, do, schedule next": the only thing that behaviour needs of a simulator. The SystemC shell drives one
/// with the kernel's time (tlm/systemc/clockwork.h); a unit test drives one by hand (run_until).
///
/// Actions of equal time run in the order in which they were scheduled, so a run is the same on every machine.
/// One queue for all modules of a run and a single kernel event behind it: many pending sc_events cost 98 ns each
/// at 128 of them, against 38 ns at one. What happens once a packet is an Event of its module, scheduled again and
/// again, and what waits in line is a Conveyor (tlm/conveyor.h), with its first arrival pending alone.
class Timeline {
 public:
  using Event = EventQueue::Event;
  using Ticket = EventQueue::Ticket;

  Timeline() = default;
  Timeline(const Timeline&) = delete;
  Timeline& operator=(const Timeline&) = delete;
  virtual ~Timeline() = default;

  Ps now() const { return now_; }

  /// Schedules `action`, which becomes an Action, at `t` >= now().
  template <class F>
  void at(Ps t, F&& action) {
    Once& once = take_once();
    once.action.emplace(std::forward<F>(action));
    schedule(t, ticket(), once);
  }
  template <class F>
  void after(Ps delay, F&& action) {
    at(now_ + delay, std::forward<F>(action));
  }
  /// `event` happens at `t` >= now(); it may be due several times.
  void schedule(Ps t, Event& event) { schedule(t, ticket(), event); }
  /// The same in a place that was taken before.
  void schedule(Ps t, Ticket place, Event& event);
  Ticket ticket() { return tickets_++; }

  /// Time of the earliest pending action, or `never`. Not to be asked by an action.
  Ps next() const { return queue_.first(); }

  /// Runs every action due up to and including `t` in order, then stands at `t`.
  void run_until(Ps t);
  /// Runs until nothing is pending or the next action lies after `limit`.
  void run_while_busy(Ps limit = never);

  /// Somebody outside of the timeline has something to do at now(): no action of a later time runs before.
  virtual void give_way() {}

  /// Number of actions run so far.
  std::uint64_t steps() const { return steps_; }

 protected:
  /// The earliest pending time has become earlier. Not called while an action runs.
  virtual void wake(Ps) {}
  void run_first();

 private:
  /// An action that happens once, and returns to its timeline.
  struct Once final : Event {
    explicit Once(Timeline& t) : timeline(t) {}
    void happen() override;
    Timeline& timeline;
    Action action;
  };

  Once& take_once();

  Ps now_ = 0;
  Ticket tickets_ = 0;
  std::uint64_t steps_ = 0;
  EventQueue queue_;
  bool running_ = false;
  std::deque<Once> onces_;  // actions stay where they are, also while they run and schedule others
  std::vector<Once*> free_;
};

/// The Event that calls a member function: `Recurring<Port, &Port::wake> waking_{*this};`
template <class Owner, void (Owner::*call)()>
class Recurring final : public Timeline::Event {
 public:
  explicit Recurring(Owner& owner) : owner_(owner) {}
  void happen() override { (owner_.*call)(); }

 private:
  Owner& owner_;
};

}  // namespace rocelab
