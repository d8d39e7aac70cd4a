#pragma once
#include "tlm/facts.h"

namespace rocelab {

/// What a sink may read.
enum class FactKind : std::uint8_t { change, depth, span, core_time, move, count, moment, frame };
inline constexpr std::size_t fact_kinds = 8;

/// A set of them.
struct FactSet {
  unsigned bits = 0;

  constexpr bool has(FactKind k) const { return bits >> static_cast<unsigned>(k) & 1; }
  friend constexpr FactSet operator|(FactSet a, FactKind k) { return {a.bits | 1u << static_cast<unsigned>(k)}; }
  static constexpr FactSet all() { return {(1u << fact_kinds) - 1}; }
};

/// A view of the stream of facts: the waveform, the tally behind the summary, the capture file.
/// Facts arrive in the order in which modules report them. A fact may lie in the future of now() (a calendar knows
/// when a transfer will end) but changes and span begins never lie in its past.
class FactSink {
 public:
  virtual ~FactSink() = default;

  /// What this view reads; nothing else is reported to it. What no sink of a run reads costs its models one branch.
  virtual FactSet reads() const { return FactSet::all(); }

  virtual void on_declare(SignalId, const SignalDecl&) {}
  /// A stage of this lane and host exists, so that its row does, too.
  virtual void on_declare(const Stage&, LaneId, HostId) {}
  /// All declarations are made; time starts.
  virtual void on_start() {}

  virtual void on_change(const Change&, Ps /*now*/) {}
  /// The change of a signal that says how much a queue holds, for views that need no other signal.
  virtual void on_depth(const Change&) {}
  // Spans, one kind.
  /// A span whose end was known when it began; begin >= now.
  virtual void on_span(const Span&, Ps /*now*/) {}
  /// A span whose end was not known: opened, and later closed with its `end` at now.
  virtual void on_open(const Stage&, Tag, Ps /*now*/) {}
  virtual void on_close(const Span&) {}
  virtual void on_core_time(const CoreTime&) {}
  virtual void on_move(const Move&) {}
  virtual void on_count(const Count&) {}
  virtual void on_moment(const Moment&, Ps /*now*/) {}
  virtual void on_frame(const FrameSeen&) {}
  /// It is settled that all lanes' windows will open at t0, so that a view can begin before them.
  virtual void on_t0(Ps) {}
  virtual void on_window(const Window&) {}

  /// Time ended at t: write what is buffered.
  virtual void on_finish(Ps) {}
};

}  // namespace rocelab
