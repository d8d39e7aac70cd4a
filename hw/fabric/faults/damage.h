#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// One bit of the frame flips. On the wire the FCS catches it and no receiver looks further. Past the FCS (in the
/// memory of a switch or a NIC that then computes a fresh FCS) only an end-to-end check can: the ICRC of RoCE, the
/// checksum of TCP and UDP; frames with neither are left alone.
class Damage : public Effect {
 public:
  enum class Where { on_the_wire, past_the_fcs };

  Damage(Where where, Random random, PacketPool& pool) : where_(where), random_(random), pool_(pool) {}
  void strike(Passage& passage) override;

 private:
  Where where_;
  Random random_;
  PacketPool& pool_;
};

extern const EffectKind damage_kind;
extern const EffectKind damage_past_fcs_kind;

}  // namespace rocelab::fabric
