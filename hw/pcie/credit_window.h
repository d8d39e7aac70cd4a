#pragma once
#include <algorithm>

#include "tlm/units.h"

namespace rocelab::pcie {

/// Credits of one kind in closed form: each is back a loop after its use, and evenly so, as from a leaky bucket that
/// holds all of them. A burst that fits goes at once, a stream gets as many as there are in a loop.
class CreditWindow {
 public:
  /// 0 credits are infinite.
  CreditWindow(Ps loop, std::uint32_t credits)
      : loop_(loop), each_(credits == 0 ? 0 : (loop + credits - 1) / credits) {}

  /// Uses `n` from `begin` on and returns when they allow the next.
  Ps use(Ps begin, std::uint32_t n) {
    empty_ = std::max(empty_, begin) + n * each_;
    return empty_ - loop_;
  }

 private:
  Ps loop_, each_;
  Ps empty_ = 0;  // when all would be back
};

}  // namespace rocelab::pcie
