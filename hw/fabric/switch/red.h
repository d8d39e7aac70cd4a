#pragma once
#include <cstdint>

#include "tlm/random.h"

namespace rocelab::fabric {

/// The congestion point of DCQCN: RED's line on the momentary queue (SIGCOMM'15, 3.1; HPCC, switch-mmu.cc).
struct Red {
  std::uint64_t kmin = 400'000;    // octets in the egress queue up to which nothing is marked
  std::uint64_t kmax = 1'600'000;  // beyond, everything is
  double pmax = 0.2;               // probability at kmax

  double probability(std::uint64_t queue) const {
    if (queue <= kmin) return 0;
    if (queue > kmax) return 1;
    return pmax * static_cast<double>(queue - kmin) / static_cast<double>(kmax - kmin);
  }

  /// Draws only where chance decides, so that a queue below kmin costs nothing.
  bool marks(std::uint64_t queue, Random& random) const {
    if (queue <= kmin) return false;
    return queue > kmax || random.chance(probability(queue));
  }
};

}  // namespace rocelab::fabric
