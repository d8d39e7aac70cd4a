#include "hw/fabric/faults/catalog.h"

#include <stdexcept>

#include "hw/fabric/faults/always.h"
#include "hw/fabric/faults/bernoulli.h"
#include "hw/fabric/faults/damage.h"
#include "hw/fabric/faults/delay.h"
#include "hw/fabric/faults/drop.h"
#include "hw/fabric/faults/duplicate.h"
#include "hw/fabric/faults/every_nth.h"
#include "hw/fabric/faults/exact.h"
#include "hw/fabric/faults/gilbert_elliott.h"
#include "hw/fabric/faults/window.h"

namespace rocelab::fabric {

const std::vector<const TriggerKind*>& trigger_kinds() {
  static const std::vector<const TriggerKind*> kinds{&always_kind,    &bernoulli_kind, &gilbert_elliott_kind,
                                                     &every_nth_kind, &exact_kind,     &window_kind};
  return kinds;
}

const std::vector<const EffectKind*>& effect_kinds() {
  static const std::vector<const EffectKind*> kinds{&drop_kind, &damage_kind, &damage_past_fcs_kind, &duplicate_kind,
                                                    &delay_kind};
  return kinds;
}

namespace {

template <class Kind>
const Kind& find(const std::vector<const Kind*>& kinds, const std::string& name, const char* what) {
  for (const Kind* kind : kinds) {
    if (kind->name == name) return *kind;
  }
  throw std::invalid_argument(std::string("unknown fault ") + what + " '" + name + "'");
}

void take(const Parameter& parameter, const Numbers& given, Numbers& taken) {
  const auto set = given.find(parameter.name);
  const double value = set == given.end() ? parameter.preset : set->second;
  if (!(value >= parameter.lowest && value <= parameter.highest)) {
    throw std::invalid_argument("fault parameter '" + std::string(parameter.name) + "' is out of range");
  }
  taken.emplace(parameter.name, value);
}

}  // namespace

Fault make_fault(const FaultSpec& spec, std::uint64_t run_seed, PacketPool& pool, FaultPlace place) {
  const TriggerKind& trigger = find(trigger_kinds(), spec.trigger, "trigger");
  const EffectKind& effect = find(effect_kinds(), spec.effect, "effect");

  Numbers numbers;
  for (const Parameter& p : trigger.parameters) take(p, spec.numbers, numbers);
  for (const Parameter& p : effect.parameters) take(p, spec.numbers, numbers);
  for (const auto& [name, value] : spec.numbers) {
    if (numbers.find(name) == numbers.end()) throw std::invalid_argument("unknown fault parameter '" + name + "'");
  }
  if (spec.relative && !place.starts) throw std::invalid_argument("relative hits need the starts of flows");
  const FlowStarts* starts = spec.relative ? place.starts : nullptr;
  return Fault(
      spec.frames, trigger.make({numbers, spec.hits, Random(run_seed, spec.name + ".trigger"), place.heading, starts}),
      effect.make({numbers, trigger.cause, Random(run_seed, spec.name + ".effect"), pool}), spec.spares_nak_resend);
}

namespace {

class Watch : public Trigger {
 public:
  Watch(FlowStarts& starts, Heading heading) : starts_(starts), heading_(heading) {}
  bool fires(const Packet& packet, Ps, Ps) override {
    starts_.see(packet, heading_);
    return false;
  }

 private:
  FlowStarts& starts_;
  Heading heading_;
};

}  // namespace

Fault watch_starts(FlowStarts& starts, Heading heading) {
  return Fault(Frames::all, std::make_unique<Watch>(starts, heading), nullptr);
}

}  // namespace rocelab::fabric
