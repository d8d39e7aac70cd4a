#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// The frame is lost without a trace.
class Drop : public Effect {
 public:
  explicit Drop(const Counter& cause) : cause_(cause) {}
  void strike(Passage& passage) override { passage.dropped_by = &cause_; }

 private:
  const Counter& cause_;
};

inline const EffectKind drop_kind{"drop", "the frame is lost", {}, [](EffectParts p) -> std::unique_ptr<Effect> {
                                    return std::make_unique<Drop>(p.cause);
                                  }};

}  // namespace rocelab::fabric
