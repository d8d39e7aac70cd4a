#pragma once
#include "transport/tcp/congestion/control.h"
#include "transport/tcp/congestion/hystart.h"

namespace rocelab::tcp {

/// CUBIC (RFC 9438) as Linux computes it: W(t) = C (t - K)^3 + Wmax in integers, time in jiffies scaled to 1/1024 s,
/// never below what Reno would have. A jiffy (4 ms at HZ 250) is longer than a data centre's round trip: there the
/// curve moves in steps, which is one reason why CUBIC departs from its formula at 10–100 µs.
class Cubic : public CongestionControl {
 public:
  static constexpr std::uint32_t beta = 717;      // of 1024; calibration cubic_beta
  static constexpr std::uint32_t c_scaled = 410;  // C = 0.4 of 1024; calibration cubic_c

  explicit Cubic(Ps jiffy) : jiffy_(jiffy) {}

  std::string_view name() const override { return "cubic"; }
  std::uint32_t reduced(const CongestionWindow&, Cause) override;
  void grow(CongestionWindow&, const CongestionAck&) override;
  void acked(CongestionWindow&, const CongestionAck&) override;
  void entered(Recovery, Ps now) override;
  void resumed(Ps now, Ps last) override;

  std::uint32_t last_max() const { return last_max_; }

 private:
  void update(std::uint32_t cwnd, std::uint32_t acked, Ps now);
  void follow_curve(std::uint32_t cwnd, std::int64_t jiffies);
  void follow_reno(std::uint32_t cwnd);
  std::int64_t jiffies(Ps t) const { return t / jiffy_; }
  /// Jiffies in units of 1/1024 s.
  std::uint64_t scaled(std::int64_t jiffies) const;

  Ps jiffy_;
  HyStart hystart_;
  std::uint32_t per_ = 0;       // acknowledged segments that are worth one more
  std::uint32_t last_max_ = 0;  // Wmax
  std::uint32_t last_cwnd_ = 0;
  std::int64_t last_time_ = 0;  // jiffies
  std::uint32_t origin_ = 0;
  std::uint64_t k_ = 0;  // 1/1024 s
  Ps least_ = 0;         // delay, 0: none yet
  bool epoch_ = false;
  std::int64_t epoch_start_ = 0;  // jiffies
  std::uint32_t acked_ = 0;
  std::uint32_t reno_cwnd_ = 0;
};

}  // namespace rocelab::tcp
