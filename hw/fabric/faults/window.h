#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// Frames that are on the sender's line, even with one bit, during a span of time that may recur: with `drop`, a link
/// that is down.
class TimeWindow : public Trigger {
 public:
  TimeWindow(Ps from, Ps length, Ps period) : from_(from), length_(length), period_(period) {}

  bool fires(const Packet&, Ps first_bit, Ps last_bit) override {
    if (last_bit <= from_) return false;
    // The last window that opens before the frame ends: if the frame missed that one, it missed those before.
    const Ps start = period_ == 0 ? from_ : from_ + (last_bit - 1 - from_) / period_ * period_;
    return first_bit < start + length_;
  }

 private:
  Ps from_;
  Ps length_;
  Ps period_;
};

inline const TriggerKind window_kind{
    "window",
    "frames on the line while a window of time is open; with drop: link down",
    {{"from", "ps", 0, 1e15, 0, "start of the (first) window"},
     {"length", "ps", 0, 1e15, 1e9, "how long it lasts"},
     {"period", "ps", 0, 1e15, 0, "from one window's start to the next; 0: there is one only"}},
    {"dropped.link_down"},
    [](TriggerParts p) -> std::unique_ptr<Trigger> {
      return std::make_unique<TimeWindow>(static_cast<Ps>(p.numbers.at("from")),
                                          static_cast<Ps>(p.numbers.at("length")),
                                          static_cast<Ps>(p.numbers.at("period")));
    }};

}  // namespace rocelab::fabric
