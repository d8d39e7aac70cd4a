#pragma once
#include <algorithm>
#include <cstdint>

#include "tlm/units.h"

namespace rocelab::congestion {

/// Spaces the packets of one sender so that their line time makes up a rate. A packet that leaves late (its pipeline or
/// port was busy) may be caught up, one at a time: there are no bursts.
class Pacer {
 public:
  /// The next packet may leave from then on.
  Ps next() const { return next_; }

  /// A packet of so many octets of line leaves at `now` while this many bits per second are allowed.
  void sent(std::uint32_t octets, double rate, Ps now) {
    const auto gap = static_cast<Ps>(octets * 8e12 / rate);
    next_ = std::max(next_, now - gap) + gap;
  }

 private:
  Ps next_ = 0;
};

}  // namespace rocelab::congestion
