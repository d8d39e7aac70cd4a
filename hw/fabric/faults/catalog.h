#pragma once
#include "hw/fabric/faults/kind.h"

/// Faults by name. A fault is a trigger (which frames) and an effect (what happens to them): Bernoulli loss is
/// "bernoulli" with "drop", corruption "bernoulli" with "damage", reordering "bernoulli" with "delay", a slow path
/// "always" with "delay", a link that goes down "window" with "drop", a tester's list "exact" with any of them.
/// A new one is a file here and a line in catalog.cpp.
namespace rocelab::fabric {

const std::vector<const TriggerKind*>& trigger_kinds();
const std::vector<const EffectKind*>& effect_kinds();

struct FaultSpec {
  std::string name;  // of its random streams; distinct within a run, e.g. "rdma.local-sw0.loss"
  std::string trigger = "bernoulli";
  std::string effect = "drop";
  Fault::Frames frames = Fault::Frames::data;
  Numbers numbers = {};        // of trigger and effect together; those left out take their presets
  std::vector<Hit> hits = {};  // for "exact"
};

/// Throws std::invalid_argument, naming the culprit, for an unknown trigger, effect or parameter and for a value out
/// of range.
Fault make_fault(const FaultSpec& spec, std::uint64_t run_seed, PacketPool& pool);

}  // namespace rocelab::fabric
