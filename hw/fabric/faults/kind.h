#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw/fabric/faults/fault.h"
#include "hw/fabric/faults/numbering.h"
#include "tlm/packet_pool.h"
#include "tlm/random.h"

namespace rocelab::fabric {

/// A number that a trigger or an effect takes, declared beside it.
struct Parameter {
  std::string_view name;
  std::string_view unit;  // "ps" for times, "share", "bool", "" for a count
  double lowest;
  double highest;
  double preset;
  std::string_view says;
};

/// The parameters of one trigger or effect, all set and in range.
using Numbers = std::map<std::string, double, std::less<>>;

/// Frames of an exact list: the `transmission`-th that carries this number, counted where the fault stands among the
/// frames that its filter lets through.
struct Hit {
  std::uint32_t number;                 // PSN or TCP sequence number; see FaultSpec::relative
  unsigned transmission = 1;            // 1 the first, 2 the first resend, …; 0 every one
  std::optional<LaneId> lane = {};      // empty: any
  std::optional<FlowId> flow = {};      // empty: any
  std::optional<Qpn> qpn = {};          // destination QP; empty: any
  std::optional<Sequence::Of> of = {};  // empty: whatever carries such a number
};

/// What a trigger is made from.
struct TriggerParts {
  const Numbers& numbers;
  const std::vector<Hit>& hits;
  Random random;
  Heading heading = Heading::out;      // of the frames that it will see
  const FlowStarts* starts = nullptr;  // hits count from there; null: they are the numbers on the wire
};

struct TriggerKind {
  std::string_view name;
  std::string_view says;
  std::vector<Parameter> parameters;
  Counter cause;  // of frames that it drops
  std::unique_ptr<Trigger> (*make)(TriggerParts parts);
};

/// What an effect is made from.
struct EffectParts {
  const Numbers& numbers;
  const Counter& cause;
  Random random;
  PacketPool& pool;
};

struct EffectKind {
  std::string_view name;
  std::string_view says;
  std::vector<Parameter> parameters;
  std::unique_ptr<Effect> (*make)(EffectParts parts);
};

}  // namespace rocelab::fabric
