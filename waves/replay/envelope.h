#pragma once
#include <algorithm>
#include <vector>

#include "waves/replay/replay.h"

namespace rocelab::waves {

/// A number over time in at most `most` points, however long the run: where there would be more, two neighbouring slots
/// become one that keeps the lowest and the highest of both, so that no peak is lost.
class Envelope {
 public:
  explicit Envelope(std::size_t most) : most_(std::max<std::size_t>(2, most)) {}

  /// In order of time.
  void add(Ps t, std::uint64_t value) {
    const Ps begin = t - t % slot_;
    if (points_.empty() || points_.back().slot_begin != begin) {
      points_.push_back({begin, value, value, value});
    } else {
      join(points_.back(), {begin, value, value, value});
    }
    while (points_.size() > most_) widen();
  }

  Ps slot() const { return slot_; }
  const std::vector<Replay::Point>& points() const { return points_; }

 private:
  static void join(Replay::Point& into, const Replay::Point& later) {
    into.lowest = std::min(into.lowest, later.lowest);
    into.highest = std::max(into.highest, later.highest);
    into.last = later.last;
  }

  void widen() {
    slot_ *= 2;
    std::vector<Replay::Point> wider;
    for (Replay::Point point : points_) {
      point.slot_begin -= point.slot_begin % slot_;
      if (!wider.empty() && wider.back().slot_begin == point.slot_begin) {
        join(wider.back(), point);
      } else {
        wider.push_back(point);
      }
    }
    points_ = std::move(wider);
  }

  std::size_t most_;
  Ps slot_ = 1;
  std::vector<Replay::Point> points_;
};

}  // namespace rocelab::waves
