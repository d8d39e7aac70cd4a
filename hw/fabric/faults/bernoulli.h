#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// Every frame with the same probability, independent of all others.
class Bernoulli : public Trigger {
 public:
  Bernoulli(double share, Random random) : share_(share), random_(random) {}
  bool fires(const Packet&, Ps, Ps) override { return random_.chance(share_); }

 private:
  double share_;
  Random random_;
};

inline const TriggerKind bernoulli_kind{"bernoulli",
                                        "each frame with the same probability",
                                        {{"share", "share", 0, 1, 0.01, "probability"}},
                                        {"dropped.bernoulli"},
                                        [](TriggerParts p) -> std::unique_ptr<Trigger> {
                                          return std::make_unique<Bernoulli>(p.numbers.at("share"), p.random);
                                        }};

}  // namespace rocelab::fabric
