#pragma once
#include <map>
#include <string>

#include "scenarios/tally/flow_tally.h"
#include "scenarios/tally/stage_tally.h"
#include "tlm/roster.h"

namespace rocelab::scenarios {

/// Counts what one lane did: before its window opens under set-up, inside it as the result, after it nothing.
class LaneTally {
 public:
  /// `local` and `peer` are the host names of the two ends of the lane's first flow.
  LaneTally(const Roster&, std::string local, std::string peer, std::size_t flows, const LatencyTally&);

  void window(const Window&);
  void span(const Span& span, Ps now) {
    const bool between = span.stage->unit == Unit::wire || span.stage->unit == Unit::switching;
    stages_.add(span, between ? no_host : span.tag.host, now);
  }
  void core_time(const CoreTime&);
  void move(const Move&);
  void count(const Count&);
  void moment(const Moment&);
  void frame(const FrameSeen&);
  void flow_ended(FlowId flow, Ps t) { flows_.ended(flow, t); }

  /// Fills what was counted; path, status, failure and payload comparison are the traffic's to say.
  void fill(LaneResult&) const;

 private:
  bool inside(Ps t) const { return t >= open_ && t <= close_; }
  void probe_frame(const FrameSeen&);
  void fill_cores(LaneResult&) const;

  const Roster& roster_;
  LaneId lane_ = no_lane;
  std::string local_, peer_;
  Ps open_ = never;
  Ps close_ = never;
  StageTally stages_;
  FlowTally flows_;
  // By the facts' own ids; names are found when all is counted.
  std::map<HostId, EndFigures> hosts_, setup_hosts_;
  std::map<CoreId, CoreFigures> cores_;
  std::map<const Counter*, std::uint64_t> counters_, setup_counters_;
  std::uint64_t copied_ = 0;  // payload bytes copied by CPUs
  Ps probe_sent_ = never;
  WireFigures wire_;
};

}  // namespace rocelab::scenarios
