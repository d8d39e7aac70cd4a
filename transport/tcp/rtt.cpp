#include "transport/tcp/rtt.h"

#include <algorithm>

namespace rocelab::tcp {

void RttEstimator::sample(Ps rtt, Seq una, Seq nxt) {
  Ps error = std::max<Ps>(rtt, 1);
  if (srtt8_ == 0) {
    srtt8_ = error * 8;
    mdev4_ = error * 2;
    rttvar_ = mdev_max_ = std::max(mdev4_, settings_.rto_min);
    round_end_ = nxt;
  } else {
    error -= srtt8_ / 8;
    srtt8_ = std::max<Ps>(1, srtt8_ + error);
    if (error < 0) {
      // A falling round trip must not swell the variance: its gain is an eighth of the rising one's.
      error = -error - mdev4_ / 4;
      if (error > 0) error /= 8;
    } else {
      error -= mdev4_ / 4;
    }
    mdev4_ += error;
    if (mdev4_ > mdev_max_) {
      mdev_max_ = mdev4_;
      rttvar_ = std::max(rttvar_, mdev_max_);
    }
    if (una > round_end_) {
      if (mdev_max_ < rttvar_) rttvar_ -= (rttvar_ - mdev_max_) / 4;
      round_end_ = nxt;
      mdev_max_ = settings_.rto_min;
    }
  }
  restore();
}

void RttEstimator::sample_min(Ps rtt, Ps now) {
  constexpr Ps memory = 300'000'000'000'000;
  if (rtt > min_ && now - min_at_ <= memory) return;
  min_ = std::max<Ps>(rtt, 1);
  min_at_ = now;
}

void RttEstimator::back_off() { rto_ = std::min(rto_ * 2, settings_.rto_max); }

void RttEstimator::restore() {
  rto_ = measured() ? std::min(srtt8_ / 8 + rttvar_, settings_.rto_max) : settings_.rto_initial;
}

}  // namespace rocelab::tcp
