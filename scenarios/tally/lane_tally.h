#pragma once
#include <string>

#include "scenarios/tally/by_host.h"
#include "scenarios/tally/counts.h"
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
  void span(const Span& span, Ps now) { stages_.add(span, now); }
  void core_time(const CoreTime&);
  void move(const Move& m) {
    if (m.t < open_) return add(m, setup_hosts_[m.tag.host]);
    if (m.t > close_) return;
    add(m, hosts_[m.tag.host]);
    if (!m.payload) return;
    if (m.mover == Mover::cpu_copy) copied_ += m.bytes;
    if (m.mover == Mover::dma_write) flows_.arrived(m);
  }
  void count(const Count& c) {
    if (c.t < open_) {
      setup_counters_.add(c.counter, c.n);
    } else if (c.t <= close_) {
      counters_.add(c.counter, c.n);
      flows_.count(c);
    }
  }
  void moment(const Moment&);
  void frame(const FrameSeen&);
  void flow_ended(FlowId flow, Ps t) { flows_.ended(flow, t); }

  /// Fills what was counted; path, status, failure and payload comparison are the traffic's to say.
  void fill(LaneResult&) const;

 private:
  bool inside(Ps t) const { return t >= open_ && t <= close_; }
  void probe_frame(const FrameSeen&);
  void fill_cores(LaneResult&) const;

  static void add(const Move& m, EndFigures& host) {
    const bool copy = m.mover == Mover::cpu_copy;
    host.memory_bytes += copy ? 2 * m.bytes : m.bytes;  // a copy reads and writes
    if (!copy) host.dma_bytes += m.bytes;
  }

  const Roster& roster_;
  LaneId lane_ = no_lane;
  std::string local_, peer_;
  Ps open_ = never;
  Ps close_ = never;
  StageTally stages_;
  FlowTally flows_;
  // By the facts' own ids; names are found when all is counted.
  ByHost<EndFigures> hosts_, setup_hosts_;
  std::map<CoreId, CoreFigures> cores_;
  CpuTime no_flow_;
  Counts counters_, setup_counters_;
  std::uint64_t copied_ = 0;  // payload bytes copied by CPUs
  Ps probe_sent_ = never;
  WireFigures wire_;
};

}  // namespace rocelab::scenarios
