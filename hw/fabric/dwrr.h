#pragma once
#include <array>
#include <cstdint>

#include "hw/fabric/frame_queue.h"

namespace rocelab::fabric {

/// Deficit weighted round robin (Shreedhar and Varghese, SIGCOMM'95) over the eight priorities of a port: a queue whose
/// turn comes gets a credit in proportion to its weight and sends while the credit covers its first frame. A priority
/// of weight 0 takes no turns: it is strict, and before all that do.
class Dwrr {
 public:
  static constexpr std::size_t priorities = 8;
  using Weights = std::array<unsigned, priorities>;
  struct State {
    std::array<std::int64_t, priorities> credit{};  // octets
    std::size_t turn = 0;
    std::size_t queue = 0;  // to send from
  };

  explicit Dwrr(const Weights& weights) : weights_(weights) {}

  /// Whose frame goes next; `ready` has a bit for each queue that may send and is not 0.
  template <class Queues>
  State next(unsigned ready, const Queues& queues) const {
    State s = state_;
    for (std::size_t i = priorities; i-- > 0;) {
      if (ready >> i & 1 && weights_[i] == 0) return s.queue = i, s;
    }
    for (;;) {
      const bool sends = ready >> s.turn & 1;
      if (sends && s.credit[s.turn] >= queues[s.turn].front().frame_bytes()) return s.queue = s.turn, s;
      if (!sends) s.credit[s.turn] = 0;  // what an idle queue did not use is lost
      s.turn = (s.turn + 1) % priorities;
      if (ready >> s.turn & 1) s.credit[s.turn] += std::int64_t{weights_[s.turn]} * quantum;
    }
  }

  /// The frame that next() names is sent.
  template <class Queues>
  void serve(unsigned ready, const Queues& queues) {
    state_ = next(ready, queues);
    if (weights_[state_.queue] > 0) state_.credit[state_.queue] -= queues[state_.queue].front().frame_bytes();
  }

 private:
  static constexpr std::int64_t quantum = 256;  // octets a unit of weight and round

  Weights weights_;
  State state_;
};

}  // namespace rocelab::fabric
