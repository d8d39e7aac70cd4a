#pragma once
#include <algorithm>
#include <cstdint>

#include "tlm/units.h"
#include "transport/tcp/sequence.h"

namespace rocelab::tcp {

/// The congestion window and the slow-start threshold, in segments, and whether the sender makes use of them
/// (RFC 7661: a window that is not used says nothing about the path, and does not grow).
class CongestionWindow {
 public:
  static constexpr std::uint32_t infinite = 0x7fffffff;

  std::uint32_t cwnd() const { return cwnd_; }
  std::uint32_t ssthresh() const { return ssthresh_; }
  bool in_slow_start() const { return cwnd_ < ssthresh_; }

  void set_cwnd(std::uint32_t segments) { cwnd_ = std::max(1u, segments); }
  void set_ssthresh(std::uint32_t segments) { ssthresh_ = segments; }

  /// The threshold to come back to if a reduction proves wrong; three quarters of a window that is beyond it.
  std::uint32_t current_ssthresh(bool reducing) const {
    return reducing ? ssthresh_ : std::max(ssthresh_, (cwnd_ >> 1) + (cwnd_ >> 2));
  }

  /// Slow start (RFC 5681, 3.1): one segment for one acknowledged; returns those left over at the threshold.
  std::uint32_t slow_start(std::uint32_t acked) {
    const std::uint32_t grown = std::min(cwnd_ + acked, ssthresh_);
    acked -= grown - cwnd_;
    cwnd_ = grown;
    return acked;
  }
  /// One segment more for every `per` acknowledged.
  void additive(std::uint32_t per, std::uint32_t acked) {
    if (credit >= per) {
      credit = 0;
      ++cwnd_;
    }
    credit += acked;
    if (credit >= per) {
      cwnd_ += credit / per;
      credit %= per;
    }
  }

  /// Is the window what holds the sender back? In slow start twice what was out at most, so that it may double.
  bool limits() const { return limited || (in_slow_start() && cwnd_ < 2 * max_packets_out); }

  // Kept by output.
  bool limited = false;               // in the round that ends at usage_end
  std::uint32_t max_packets_out = 0;  // of that round
  Seq usage_end = 0;
  std::uint32_t used = 0;  // most that was out since stamp
  Ps stamp = 0;            // the window was last used in full, or changed

  // Kept by recovery.
  std::uint32_t credit = 0;  // acknowledged segments not yet worth another one
  std::uint32_t prior_cwnd = 0;
  std::uint32_t prior_ssthresh = 0;

 private:
  std::uint32_t cwnd_ = 10;
  std::uint32_t ssthresh_ = infinite;
};

}  // namespace rocelab::tcp
