#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// The frame arrives more than once, the copies close behind.
class Duplicate : public Effect {
 public:
  explicit Duplicate(unsigned copies) : copies_(copies) {}
  void strike(Passage& passage) override { passage.copies += copies_; }

 private:
  unsigned copies_;
};

inline const EffectKind duplicate_kind{
    "duplicate",
    "the frame arrives again",
    {{"copies", "", 1, 1000, 1, "how often it arrives on top"}},
    [](EffectParts p) -> std::unique_ptr<Effect> {
      return std::make_unique<Duplicate>(static_cast<unsigned>(p.numbers.at("copies")));
    }};

}  // namespace rocelab::fabric
