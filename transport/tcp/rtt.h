#pragma once
#include "tlm/units.h"
#include "transport/tcp/sequence.h"
#include "transport/tcp/settings.h"

namespace rocelab::tcp {

/// Round-trip estimate and retransmission timeout: RFC 6298 as Linux computes it. The variance follows a rise at once
/// and falls once a round trip; its floor is rto_min, so that RTO = srtt + max(4 mdev, 200 ms).
class RttEstimator {
 public:
  explicit RttEstimator(const Settings& settings) : settings_(settings), rto_(settings.rto_initial) {}

  /// `una`, `nxt` tell when a round trip has gone by.
  void sample(Ps rtt, Seq una, Seq nxt);
  /// The smallest round trip of the last 300 s (tcp_min_rtt_wlen).
  void sample_min(Ps rtt, Ps now);
  /// Doubles the timeout after an expiry (Karn).
  void back_off();
  /// Leaves the backed-off value for the estimate's own.
  void restore();

  /// A handshake gave no sample because its SYN was resent (RFC 6298, 5.7).
  void fall_back() { rto_ = 3'000'000'000'000; }

  bool measured() const { return srtt8_ != 0; }
  Ps srtt() const { return srtt8_ >> 3; }
  Ps mdev() const { return mdev4_ >> 2; }
  Ps min_rtt() const { return min_; }  // `never` before the first sample
  Ps rto() const { return rto_; }

 private:
  const Settings& settings_;
  Ps srtt8_ = 0;  // eightfold
  Ps mdev4_ = 0;  // fourfold mean deviation
  Ps mdev_max_ = 0;
  Ps rttvar_ = 0;
  Seq round_end_ = 0;
  Ps min_ = never;
  Ps min_at_ = 0;
  Ps rto_;
};

}  // namespace rocelab::tcp
