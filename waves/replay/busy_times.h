#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "tlm/units.h"

namespace rocelab::waves {

/// The union of spans, which come roughly in order.
class BusyTimes {
 public:
  /// True where a span was added, false where it only prolonged the last one or is empty.
  bool add(Ps begin, Ps end) {
    if (begin >= end) return false;
    if (!spans_.empty() && begin >= spans_.back().first && begin <= spans_.back().second) {
      spans_.back().second = std::max(spans_.back().second, end);
      return false;
    }
    spans_.emplace_back(begin, end);
    return true;
  }

  /// Disjoint and in order; spans that touch are one.
  std::vector<std::pair<Ps, Ps>> joined() const {
    auto sorted = spans_;
    std::sort(sorted.begin(), sorted.end());
    BusyTimes joined;
    for (const auto& [begin, end] : sorted) joined.add(begin, end);
    return joined.spans_;
  }

 private:
  std::vector<std::pair<Ps, Ps>> spans_;
};

}  // namespace rocelab::waves
