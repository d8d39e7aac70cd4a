#pragma once
#include <algorithm>

#include "tlm/units.h"

namespace rocelab::tcp {

/// Round-trip estimate and retransmission timeout (RFC 6298) with Linux's bounds: first 1 s, then
/// srtt + max(4·rttvar, 200 ms), at most 120 s; doubled at each expiry.
class RttEstimator {
 public:
  static constexpr Ps initial_rto = 1'000'000'000'000;     // rto_init_ms
  static constexpr Ps least_variance = 200'000'000'000;    // rto_min_ms
  static constexpr Ps greatest_rto = 120'000'000'000'000;  // rto_max_s

  void sample(Ps rtt) {
    if (srtt_ == 0) {
      srtt_ = rtt;
      rttvar_ = rtt / 2;
      min_ = rtt;
    } else {
      rttvar_ += (std::max(srtt_ - rtt, rtt - srtt_) - rttvar_) / 4;
      srtt_ += (rtt - srtt_) / 8;
      min_ = std::min(min_, rtt);
    }
    backoff_ = 0;
  }
  void expired() { ++backoff_; }
  /// An acknowledgement of new data came, if without a sample (Karn).
  void progress() { backoff_ = 0; }

  Ps rto() const {
    const Ps base = srtt_ == 0 ? initial_rto : srtt_ + std::max(4 * rttvar_, least_variance);
    return backoff_ >= 20 ? greatest_rto : std::min(base << backoff_, greatest_rto);
  }
  Ps srtt() const { return srtt_; }
  Ps min_rtt() const { return min_; }
  unsigned backoff() const { return backoff_; }

 private:
  Ps srtt_ = 0;
  Ps rttvar_ = 0;
  Ps min_ = 0;
  unsigned backoff_ = 0;
};

}  // namespace rocelab::tcp
