#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// Losses in bursts: a channel that is good or bad and changes over between frames (Gilbert 1960, Elliott 1963).
/// The share of frames struck is (to_good · in_good + to_bad · in_bad) / (to_good + to_bad).
class GilbertElliott : public Trigger {
 public:
  struct Chances {
    double to_bad;   // from good to bad, per frame
    double to_good;  // from bad to good, per frame
    double in_good;  // a frame is struck while good
    double in_bad;   // a frame is struck while bad
  };

  GilbertElliott(Chances chances, Random random) : chances_(chances), random_(random) {}

  bool fires(const Packet&, Ps, Ps) override {
    const bool struck = random_.chance(bad_ ? chances_.in_bad : chances_.in_good);
    if (random_.chance(bad_ ? chances_.to_good : chances_.to_bad)) bad_ = !bad_;
    return struck;
  }

 private:
  Chances chances_;
  Random random_;
  bool bad_ = false;
};

inline const TriggerKind gilbert_elliott_kind{
    "gilbert_elliott",
    "in bursts: a good and a bad state with their own probabilities",
    {{"to_bad", "share", 0, 1, 0.001, "probability per frame of turning bad"},
     {"to_good", "share", 0, 1, 0.1, "probability per frame of turning good; 1 / mean length of a burst"},
     {"in_good", "share", 0, 1, 0, "probability of striking a frame while good"},
     {"in_bad", "share", 0, 1, 1, "probability of striking a frame while bad"}},
    {"dropped.gilbert_elliott"},
    [](TriggerParts p) -> std::unique_ptr<Trigger> {
      const GilbertElliott::Chances chances{p.numbers.at("to_bad"), p.numbers.at("to_good"), p.numbers.at("in_good"),
                                            p.numbers.at("in_bad")};
      return std::make_unique<GilbertElliott>(chances, p.random);
    }};

}  // namespace rocelab::fabric
