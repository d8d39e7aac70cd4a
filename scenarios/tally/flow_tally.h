#pragma once
#include <string>
#include <vector>

#include "host/apps/application_facts.h"
#include "scenarios/result.h"
#include "scenarios/tally/flow_cpu.h"
#include "scenarios/tally/latency_tally.h"
#include "tlm/roster.h"

namespace rocelab::scenarios {

/// What each flow of a lane did: when its messages arrived, how fast its payload did, what it lost.
class FlowTally {
 public:
  FlowTally(std::size_t flows, const LatencyTally& latency)
      : flows_(flows, Flow{latency, {}, never}), several_(flows > 1) {}

  void open(Ps t0) { t0_ = t0; }
  void moment(const Moment&);
  /// Payload written to its destination's memory.
  void arrived(const Move& m) {
    if (several_) add(m);
  }
  void count(const Count& c) {
    if (several_ && c.tag.flow != no_flow) add(c);
  }
  /// `within` of the piece, which is some flow's, lies inside the window.
  void core_time(HostId host, const CoreTime& piece, Ps within) {
    if (piece.tag.flow.value < flows_.size()) flows_[piece.tag.flow.value].cpu.add(host, piece, within);
  }
  void ended(FlowId, Ps);

  /// Fills the figures of the flows that the result lists, and how fair they were to each other.
  void fill(LaneResult&, const Roster&) const;

 private:
  struct Flow {
    LatencyTally latency;
    std::vector<std::pair<const Counter*, std::uint64_t>> counters;  // a handful, found by looking
    Ps end;
    LatencyTally round_trip{host::moment_request.id, host::moment_answer.id};
    std::vector<std::uint64_t> octets = {};  // arrived in each slot of time since t0
    FlowCpu cpu = {};
  };

  // A flow alone is the lane: what is counted there need not be counted twice.
  void add(const Move&);
  void add(const Count&);
  /// Work without a flow is the first one's.
  Flow* find(const Tag&);
  void find_slot(Ps);
  std::uint64_t octets_between(const Flow&, Ps from, Ps to) const;

  std::vector<Flow> flows_;
  bool several_;
  Ps t0_ = never;
  Ps slot_ = 10'000'000;      // doubles when a run has more than `most_slots` of them
  std::size_t now_slot_ = 0;  // the one that the latest octets fell into, and its bounds
  Ps now_begin_ = 0, now_end_ = 0;
  static constexpr std::size_t most_slots = 4096;
};

}  // namespace rocelab::scenarios
