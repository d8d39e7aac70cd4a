#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// Every frame.
class Always : public Trigger {
 public:
  bool fires(const Packet&, Ps, Ps) override { return true; }
};

inline const TriggerKind always_kind{
    "always", "every frame", {}, {"dropped.always"}, [](TriggerParts) -> std::unique_ptr<Trigger> {
      return std::make_unique<Always>();
    }};

}  // namespace rocelab::fabric
