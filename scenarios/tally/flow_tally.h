#pragma once
#include <map>
#include <string>
#include <vector>

#include "scenarios/result.h"
#include "scenarios/tally/latency_tally.h"

namespace rocelab::scenarios {

/// What each flow of a lane did: when its messages arrived, how fast its payload did, what it lost.
class FlowTally {
 public:
  FlowTally(std::size_t flows, const LatencyTally& latency) : flows_(flows, Flow{latency, {}, never}) {}

  void open(Ps t0) { t0_ = t0; }
  void moment(const Moment&);
  /// Payload written to its destination's memory.
  void arrived(const Move&);
  void count(const Count&);
  void ended(FlowId, Ps);

  /// Fills the figures of the flows that the result lists, and how fair they were to each other.
  void fill(LaneResult&) const;

 private:
  struct Flow {
    LatencyTally latency;
    std::map<std::string_view, std::uint64_t> counters;
    Ps end;
    std::vector<std::uint64_t> octets = {};  // arrived in each slot of time since t0
  };

  /// Work without a flow is the first one's.
  Flow* find(const Tag&);
  std::uint64_t octets_between(const Flow&, Ps from, Ps to) const;

  std::vector<Flow> flows_;
  Ps t0_ = never;
  Ps slot_ = 10'000'000;  // doubles when a run has more than `most_slots` of them
  static constexpr std::size_t most_slots = 4096;
};

}  // namespace rocelab::scenarios
