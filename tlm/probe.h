#pragma once
#include <array>
#include <vector>

#include "tlm/fact_sink.h"
#include "tlm/roster.h"
#include "tlm/timeline.h"

namespace rocelab {

/// The one place where modules report what they do. A fact goes to the sinks that read its kind.
class Probe {
 public:
  explicit Probe(const Timeline& timeline) : timeline_(timeline) {}

  /// Sinks are attached before anything is declared, and outlive the probe's last report.
  void attach(FactSink& sink) {
    sinks_.push_back(&sink);
    for (std::size_t k = 0; k < fact_kinds; ++k) {
      if (sink.reads().has(static_cast<FactKind>(k))) readers_[k].push_back(&sink);
    }
  }
  /// Does anybody read this? For what would cost something to find out.
  bool reads(FactKind kind) const { return !readers(kind).empty(); }

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
    for (FactSink* s : readers(FactKind::change)) s->on_change({signal, value, t}, timeline_.now());
  }
  /// A change of a signal that says how much a queue holds.
  void depth(SignalId signal, std::uint64_t value) {
    change(signal, value);
    for (FactSink* s : readers(FactKind::depth)) s->on_depth({signal, value, timeline_.now()});
  }
  /// `begin` >= now(); `end` may be in the future.
  void span(const Stage& stage, Tag tag, Ps begin, Ps end, std::uint64_t bytes = 0) {
    span({&stage, tag, begin, end, bytes});
  }
  /// The same in one piece, for what is reported under several stages.
  void span(const Span& fact) {
    for (FactSink* s : readers(FactKind::span)) s->on_span(fact, timeline_.now());
  }
  void open(const Stage& stage, Tag tag) {
    for (FactSink* s : readers(FactKind::span)) s->on_open(stage, tag, timeline_.now());
  }
  void close(const Stage& stage, Tag tag, Ps begin, std::uint64_t bytes = 0) {
    for (FactSink* s : readers(FactKind::span)) s->on_close({&stage, tag, begin, timeline_.now(), bytes});
  }
  void core_time(const CoreTime& fact) {
    for (FactSink* s : readers(FactKind::core_time)) s->on_core_time(fact);
  }
  void move(Mover mover, Tag tag, std::uint64_t bytes, bool payload) {
    for (FactSink* s : readers(FactKind::move)) s->on_move({mover, tag, bytes, payload, timeline_.now()});
  }
  void count(const Counter& counter, Tag tag, std::uint64_t n = 1) {
    for (FactSink* s : readers(FactKind::count)) s->on_count({&counter, tag, n, timeline_.now()});
  }
  void moment(const MomentKind& kind, Tag tag, std::vector<std::pair<std::string_view, std::uint64_t>> values = {}) {
    if (!reads(FactKind::moment)) return;
    const Moment fact{&kind, tag, timeline_.now(), std::move(values)};
    for (FactSink* s : readers(FactKind::moment)) s->on_moment(fact, timeline_.now());
  }
  void frame(PortId port, bool sent, Ps first_bit, Ps last_bit, const PacketPtr& packet) {
    if (!reads(FactKind::frame)) return;
    const FrameSeen fact{port, sent, first_bit, last_bit, packet};
    for (FactSink* s : readers(FactKind::frame)) s->on_frame(fact);
  }
  /// `t` > now(): when the windows of all lanes will open.
  void t0(Ps t) {
    for (FactSink* s : sinks_) s->on_t0(t);
  }
  void window(LaneId lane, bool open) {
    for (FactSink* s : sinks_) s->on_window({lane, open, timeline_.now()});
  }

 private:
  const std::vector<FactSink*>& readers(FactKind kind) const { return readers_[static_cast<std::size_t>(kind)]; }

  const Timeline& timeline_;
  std::vector<FactSink*> sinks_;
  std::array<std::vector<FactSink*>, fact_kinds> readers_;
  std::uint32_t signals_ = 0;
};

}  // namespace rocelab
