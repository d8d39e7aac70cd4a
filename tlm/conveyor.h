#pragma once
#include <utility>

#include "tlm/ring_buffer.h"
#include "tlm/timeline.h"

namespace rocelab {

/// Things on their way: a wire, a pipeline, the completions of a bus. Each arrives at the time it was given, in its
/// place among all actions of that time, as if it had been scheduled by itself; but only the first has an event
/// pending, so that the timeline stays short however many are on their way.
///
///   Conveyor<Link, Flight, &Link::arrive> flights_{timeline, *this};
template <class Owner, class Thing, void (Owner::*arrive)(Thing&)>
class Conveyor final : Timeline::Event {
 public:
  Conveyor(Timeline& timeline, Owner& owner) : timeline_(timeline), owner_(owner) {}

  /// `t` >= now(). Mostly no earlier than what was sent before; what is earlier overtakes.
  void send(Ps t, Thing&& thing) {
    Item& item = items_.add();
    item.t = t;
    item.place = timeline_.ticket();
    item.expected = false;
    item.thing = std::move(thing);
    std::uint32_t at = items_.first() + items_.size() - 1;
    for (; at != items_.first() && items_[at - 1].t > t; --at) std::swap(items_[at - 1], items_[at]);
    if (at == items_.first()) expect_first();
  }

 private:
  struct Item {
    Ps t = 0;
    Timeline::Ticket place = 0;
    bool expected = false;
    Thing thing;
  };

  void expect_first() {
    Item& first = items_.front();
    if (first.expected) return;
    first.expected = true;
    timeline_.schedule(first.t, first.place, *this);
  }

  void happen() override {
    Thing thing = std::move(items_.front().thing);
    items_.pass();
    if (!items_.empty()) expect_first();
    (owner_.*arrive)(thing);
  }

  Timeline& timeline_;
  Owner& owner_;
  RingBuffer<Item> items_;
};

}  // namespace rocelab
