#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tlm/psn.h"

namespace rocelab::rc {

/// How often each packet in flight has been sent: one octet a PSN, in a ring that grows with the window.
class ResendCounts {
 public:
  /// Counts one more transmission of `psn`; `in_flight` is the width of the window including it. Returns the count.
  std::uint16_t sent(Psn psn, bool again, std::uint32_t in_flight) {
    if (in_flight > counts_.size()) grow(psn, in_flight);
    std::uint8_t& n = counts_[psn.value() & (counts_.size() - 1)];
    n = static_cast<std::uint8_t>(again ? std::min(n + 1, 255) : 1);
    return n;
  }

 private:
  void grow(Psn newest, std::uint32_t in_flight) {
    std::size_t size = std::max<std::size_t>(64, counts_.size());
    while (size < in_flight) size *= 2;
    std::vector<std::uint8_t> wider(size, 0);
    for (std::uint32_t back = 1; back <= counts_.size(); ++back) {
      const Psn p = newest + -static_cast<std::int64_t>(back);
      wider[p.value() & (size - 1)] = counts_[p.value() & (counts_.size() - 1)];
    }
    counts_ = std::move(wider);
  }

  std::vector<std::uint8_t> counts_;
};

}  // namespace rocelab::rc
