#pragma once
#include <algorithm>

#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// The frame arrives later by a fixed time and up to `jitter` more, uniformly. Frames that are not struck overtake it:
/// a rare trigger reorders. With `keep_order`, struck frames do not overtake each other.
class Delay : public Effect {
 public:
  Delay(Ps by, Ps jitter, bool keep_order, Random random)
      : by_(by), jitter_(jitter), keep_order_(keep_order), random_(random) {}

  void strike(Passage& passage) override {
    passage.delay += by_ + static_cast<Ps>(random_.below(static_cast<std::uint64_t>(jitter_) + 1));
    if (!keep_order_) return;
    passage.delay = std::max(passage.delay, behind_ - passage.first_bit);
    behind_ = passage.last_bit + passage.delay;
  }

 private:
  Ps by_;
  Ps jitter_;
  bool keep_order_;
  Random random_;
  Ps behind_ = 0;  // when the last struck frame's last bit passes the same point
};

inline const EffectKind delay_kind{
    "delay",
    "the frame is late; overtaken by those that are not",
    {{"by", "ps", 0, 1e15, 0, "extra delay"},
     {"jitter", "ps", 0, 1e15, 0, "on top, uniform from 0 to this"},
     {"keep_order", "bool", 0, 1, 1, "1: delayed frames do not overtake each other; 0: they may"}},
    [](EffectParts p) -> std::unique_ptr<Effect> {
      return std::make_unique<Delay>(static_cast<Ps>(p.numbers.at("by")), static_cast<Ps>(p.numbers.at("jitter")),
                                     p.numbers.at("keep_order") != 0, p.random);
    }};

}  // namespace rocelab::fabric
