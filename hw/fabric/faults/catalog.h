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
  bool relative = false;       // hits count from the first number of their flow
  bool spares_nak_resend = false;
};

/// A link's place on the road between two ends, and what has passed it; needed by relative hits.
struct FaultPlace {
  Heading heading = Heading::out;
  const FlowStarts* starts = nullptr;
};

/// Throws std::invalid_argument, naming the culprit, for an unknown trigger, effect or parameter and for a value out
/// of range.
Fault make_fault(const FaultSpec& spec, std::uint64_t run_seed, PacketPool& pool, FaultPlace place = {});

/// Strikes nothing: notes in `starts`, which must outlive it, where the flows that pass begin.
Fault watch_starts(FlowStarts& starts, Heading heading);

}  // namespace rocelab::fabric
