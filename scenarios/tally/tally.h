#pragma once
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "scenarios/tally/lane_tally.h"
#include "scenarios/tally/port_tally.h"
#include "tlm/fact_sink.h"

namespace rocelab::scenarios {

/// The view of the facts behind every summary: one LaneTally a lane, and the moments of all.
class Tally : public FactSink {
 public:
  explicit Tally(const Roster& roster) : roster_(roster) {}

  FactSet reads() const override {
    using Kind = FactKind;
    return FactSet{} | Kind::depth | Kind::span | Kind::core_time | Kind::move | Kind::count | Kind::moment |
           Kind::frame;
  }

  /// Lanes in the order of their ids, before time starts.
  void add_lane(LaneTally lane) { lanes_.push_back(std::make_unique<LaneTally>(std::move(lane))); }
  const LaneTally& lane(LaneId id) const { return *lanes_.at(id.value); }
  const std::vector<MomentSeen>& moments() const { return moments_; }
  const PortTally& ports() const { return ports_; }
  /// A flow's last message is done.
  void flow_ended(Tag tag, Ps t) {
    with(tag.lane, [&](LaneTally& l) { l.flow_ended(tag.flow, t); });
  }

  using FactSink::on_declare;
  void on_declare(SignalId id, const SignalDecl& decl) override { ports_.declare(id, decl); }
  void on_depth(const Change& c) override { ports_.change(c); }

  void on_span(const Span& s, Ps now) override {
    with(s.tag.lane, [&](LaneTally& l) { l.span(s, now); });
  }
  void on_close(const Span& s) override {
    with(s.tag.lane, [&](LaneTally& l) { l.span(s, s.end); });
  }
  void on_core_time(const CoreTime& c) override {
    with(roster_[roster_[c.core].host].lane, [&](LaneTally& l) { l.core_time(c); });
  }
  void on_move(const Move& m) override {
    with(m.tag.lane, [&](LaneTally& l) { l.move(m); });
  }
  void on_count(const Count& c) override {
    with(c.tag.lane, [&](LaneTally& l) { l.count(c); });
  }
  void on_frame(const FrameSeen& f) override {
    with(roster_[f.port].lane, [&](LaneTally& l) { l.frame(f); });
  }
  void on_window(const Window& w) override {
    with(w.lane, [&](LaneTally& l) { l.window(w); });
    if (w.open) ports_.open(roster_[w.lane].name);
  }
  void on_moment(const Moment& m, Ps now) override;

 private:
  template <class Do>
  void with(LaneId id, Do act) {
    if (id.value < lanes_.size()) act(*lanes_[id.value]);
  }

  const Roster& roster_;
  std::vector<std::unique_ptr<LaneTally>> lanes_;
  PortTally ports_;
  std::vector<MomentSeen> moments_;
  std::set<std::tuple<const MomentKind*, LaneId, HostId>> seen_;
};

}  // namespace rocelab::scenarios
