#pragma once
#include <algorithm>

#include "transport/tcp/congestion/control.h"

namespace rocelab::tcp {

/// NewReno (RFC 5681): slow start by one segment per acknowledged segment, then one per window; half at a loss.
class Reno : public CongestionControl {
 public:
  void acked(Ps, std::uint32_t segments, Ps) override {
    if (cwnd_ < ssthresh_) {
      const std::uint32_t grow = std::min(segments, ssthresh_ - cwnd_);
      cwnd_ += grow;
      segments -= grow;
    }
    credit_ += segments;
    while (credit_ >= cwnd_) credit_ -= cwnd_, ++cwnd_;
  }
  void lost(Ps) override {
    ssthresh_ = std::max(cwnd_ / 2, 2u);
    cwnd_ = ssthresh_;
    credit_ = 0;
  }
  void timed_out(Ps) override {
    ssthresh_ = std::max(cwnd_ / 2, 2u);
    cwnd_ = 1;
    credit_ = 0;
  }

 private:
  std::uint32_t credit_ = 0;  // acknowledged segments not yet worth a further one
};

}  // namespace rocelab::tcp
