#pragma once
#include "transport/tcp/congestion/window.h"

namespace rocelab::tcp {

/// HyStart (Ha and Rhee, 2011) as in Linux's CUBIC: ends slow start before it overflows the path, when a round's
/// train of ACKs lasts longer than half the least delay, or when a round's delay has risen by an eighth of it.
class HyStart {
 public:
  static constexpr std::uint32_t low_window = 16;  // segments; calibration hystart_low_window
  static constexpr Ps ack_delta = 2'000'000'000;   // hystart_ack_delta_us
  static constexpr Ps delay_min = 4'000'000'000;   // hystart_delay_min_ms
  static constexpr Ps delay_max = 16'000'000'000;  // hystart_delay_max_ms
  static constexpr unsigned samples = 8;

  void reset() { *this = HyStart(); }

  /// An ACK in slow start with its round trip; `least` is the least so far. Sets ssthresh when slow start should end.
  void acked(CongestionWindow& w, Ps now, Ps rtt, Ps least, Ps train_slack, Seq una, Seq nxt) {
    if (found_ || w.cwnd() < low_window) return;
    if (!started_ || una > round_end_) begin_round(now, nxt);
    if (now - last_ack_ <= ack_delta) {
      last_ack_ = now;
      if (now - round_start_ > (least + train_slack) / 2) return found(w);
    }
    curr_rtt_ = std::min(curr_rtt_, rtt);
    if (seen_ < samples) {
      ++seen_;
    } else if (curr_rtt_ > least + std::clamp(least / 8, delay_min, delay_max)) {
      found(w);
    }
  }

 private:
  void begin_round(Ps now, Seq nxt) {
    started_ = true;
    round_start_ = last_ack_ = now;
    round_end_ = nxt;
    curr_rtt_ = never;
    seen_ = 0;
  }
  void found(CongestionWindow& w) {
    found_ = true;
    w.set_ssthresh(w.cwnd());
  }

  bool started_ = false;
  bool found_ = false;
  Ps round_start_ = 0;
  Ps last_ack_ = 0;
  Seq round_end_ = 0;
  Ps curr_rtt_ = never;
  unsigned seen_ = 0;
};

}  // namespace rocelab::tcp
