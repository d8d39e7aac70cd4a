#pragma once
#include "transport/tcp/congestion/control.h"

namespace rocelab::tcp {

/// Reno (RFC 5681): slow start by one segment per acknowledged segment, then one a window; half at a loss.
class Reno : public CongestionControl {
 public:
  std::string_view name() const override { return "reno"; }
  std::uint32_t reduced(const CongestionWindow& w, Cause) override { return std::max(w.cwnd() / 2, 2u); }
  void grow(CongestionWindow& w, const CongestionAck& ack) override {
    if (!w.limits()) return;
    std::uint32_t acked = ack.segments;
    if (w.in_slow_start()) {
      acked = w.slow_start(acked);
      if (acked == 0) return;
    }
    w.additive(w.cwnd(), acked);
  }
};

}  // namespace rocelab::tcp
