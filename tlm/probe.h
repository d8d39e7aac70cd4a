#pragma once
#include <vector>

#include "tlm/fact_sink.h"
#include "tlm/roster.h"
#include "tlm/timeline.h"

namespace rocelab {

/// The one place where modules report what they do. With no sink attached a report costs one branch.
class Probe {
 public:
  explicit Probe(const Timeline& timeline) : timeline_(timeline) {}

  /// Sinks are attached before anything is declared, and outlive the probe's last report.
  void attach(FactSink& sink) { sinks_.push_back(&sink); }
  bool watched() const { return !sinks_.empty(); }

  SignalId declare(const SignalDecl& decl) {
    const SignalId id{signals_++};
    for (FactSink* s : sinks_) s->on_declare(id, decl);
    return id;
  }
  void declare(const Stage& stage, LaneId lane, HostId host) {
    for (FactSink* s : sinks_) s->on_declare(stage, lane, host);
  }
  void start() {
    for (FactSink* s : sinks_) s->on_start();
  }
  void finish() {
    for (FactSink* s : sinks_) s->on_finish(timeline_.now());
  }

  void change(SignalId signal, std::uint64_t value) { change(signal, value, timeline_.now()); }
  void change(SignalId signal, std::uint64_t value, Ps t) {
    for (FactSink* s : sinks_) s->on_change({signal, value, t}, timeline_.now());
  }
  /// `begin` >= now(); `end` may be in the future.
  void span(const Stage& stage, Tag tag, Ps begin, Ps end, std::uint64_t bytes = 0) {
    for (FactSink* s : sinks_) s->on_span({&stage, tag, begin, end, bytes}, timeline_.now());
  }
  void open(const Stage& stage, Tag tag) {
    for (FactSink* s : sinks_) s->on_open(stage, tag, timeline_.now());
  }
  void close(const Stage& stage, Tag tag, Ps begin, std::uint64_t bytes = 0) {
    for (FactSink* s : sinks_) s->on_close({&stage, tag, begin, timeline_.now(), bytes});
  }
  void core_time(const CoreTime& fact) {
    for (FactSink* s : sinks_) s->on_core_time(fact);
  }
  void move(Mover mover, Tag tag, std::uint64_t bytes, bool payload) {
    for (FactSink* s : sinks_) s->on_move({mover, tag, bytes, payload, timeline_.now()});
  }
  void count(const Counter& counter, Tag tag, std::uint64_t n = 1) {
    for (FactSink* s : sinks_) s->on_count({&counter, tag, n, timeline_.now()});
  }
  void moment(const MomentKind& kind, Tag tag, std::vector<std::pair<std::string_view, std::uint64_t>> values = {}) {
    if (!watched()) return;
    const Moment fact{&kind, tag, timeline_.now(), std::move(values)};
    for (FactSink* s : sinks_) s->on_moment(fact, timeline_.now());
  }
  void frame(PortId port, bool sent, Ps first_bit, Ps last_bit, const PacketPtr& packet) {
    for (FactSink* s : sinks_) s->on_frame({port, sent, first_bit, last_bit, packet});
  }
  void window(LaneId lane, bool open) {
    for (FactSink* s : sinks_) s->on_window({lane, open, timeline_.now()});
  }

 private:
  const Timeline& timeline_;
  std::vector<FactSink*> sinks_;
  std::uint32_t signals_ = 0;
};

}  // namespace rocelab
