#pragma once
#include "tlm/facts.h"

namespace rocelab::waves {

/// How much of a run is recorded; each level holds the one before it.
enum class Level : std::uint8_t {
  lesson,  // what the lesson numbers: moments, stages of the paths, wires and switches
  states,  // what reads as a word: cores, queue pairs, connections, ports
  full,    // numbers, flags, events, frames
};

/// What of a run a view is to hold.
struct Recording {
  /// A time of the run's own axis, or so long after t0, the opening of the lanes' windows; negative: before it, which
  /// can be no longer than t0 is known ahead.
  struct End {
    Ps t;
    bool after_t0;
  };

  Level level = Level::full;
  End from{0, false};
  End to{never, false};
};

/// The times that are recorded, both ends included. Everything lies before it as long as t0, from which it counts, is
/// not known.
class Extent {
 public:
  explicit Extent(const Recording& recording) : from_(recording.from), to_(recording.to) {}

  void t0(Ps t) { t0_ = t; }

  Ps from() const { return at(from_); }
  Ps to() const { return at(to_); }
  bool holds(Ps t) const { return from() <= t && t <= to(); }
  /// Certainly not held, whenever t0 will be.
  bool excludes(Ps t) const { return t > to() || (t < from() && from() != never); }
  /// Does a span reach into it?
  bool meets(Ps begin, Ps end) const { return from() <= end && begin <= to(); }

 private:
  Ps at(const Recording::End& end) const {
    if (!end.after_t0) return end.t;
    return t0_ == never ? never : t0_ + end.t;
  }

  Recording::End from_, to_;
  Ps t0_ = never;
};

}  // namespace rocelab::waves
