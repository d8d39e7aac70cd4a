#pragma once
#include <vector>

#include "transport/tcp/sequence.h"

namespace rocelab::tcp {

/// [begin, end) of a sequence space.
struct Range {
  Seq begin = 0;
  Seq end = 0;

  bool empty() const { return begin >= end; }
  Seq size() const { return end - begin; }
  bool covers(const Range& o) const { return begin <= o.begin && o.end <= end; }
  bool touches(const Range& o) const { return begin <= o.end && o.begin <= end; }
};

/// Which ranges beyond the next expected number have arrived.
class Reassembly {
 public:
  /// Adds a range that lies beyond the next expected number; returns the part of it that was there already (the hull,
  /// where there are several).
  Range add(Range r);
  /// How far data is contiguous from `next`; takes out what lies before.
  Seq advance(Seq next);

  bool empty() const { return ranges_.empty(); }
  const std::vector<Range>& ranges() const { return ranges_; }
  /// Octets held.
  Seq held() const;

 private:
  std::vector<Range> ranges_;  // in order, neither touching nor overlapping
};

}  // namespace rocelab::tcp
