#include "transport/tcp/ack_policy.h"

#include <algorithm>
#include <utility>

namespace rocelab::tcp {

void AckPolicy::measure(std::uint32_t payload, std::uint32_t frame_size, bool pushed) {
  const std::uint32_t size = frame_size > 0 ? frame_size : payload;
  const std::uint32_t last = std::exchange(last_size_, 0);
  if (size >= rcv_mss_) {
    rcv_mss_ = std::min<std::uint32_t>(size, settings_.mss);
    // A push on a full segment ends a write just as a short segment does.
    pushed_ = pushed_ || pushed;
    return;
  }
  constexpr std::uint32_t common_least = 536, least = 88;
  if (size >= common_least || (size >= least && !pushed)) {
    last_size_ = size;
    if (size == last) {  // two alike: the path has become narrower
      rcv_mss_ = size;
      return;
    }
  }
  pushed_twice_ = pushed_twice_ || pushed_;
  pushed_ = true;
}

void AckPolicy::quicken(unsigned segments, Seq open) {
  const auto half_window = static_cast<unsigned>(open / (2 * static_cast<Seq>(rcv_mss_)));
  quick_ = std::max(quick_, std::min(std::max(half_window, 2u), segments));
  interactive_ = false;
  ato_ = settings_.delack_min;
}

void AckPolicy::data(Ps now, Seq open, const RttEstimator& rtt) {
  scheduled_ = true;
  const auto more = [&] {
    const auto half_window = static_cast<unsigned>(open / (2 * static_cast<Seq>(rcv_mss_)));
    quick_ = std::max(quick_, std::min(std::max(half_window, 2u), settings_.max_quickacks));
  };
  if (ato_ == 0) {
    more();
    ato_ = settings_.delack_min;
  } else {
    const Ps gap = now - last_received_;
    if (gap <= settings_.delack_min / 2) {
      ato_ = ato_ / 2 + settings_.delack_min / 2;
    } else if (gap < ato_) {
      ato_ = std::min(ato_ / 2 + gap, rtt.rto());
    } else if (gap > rtt.rto()) {
      more();  // after a pause the sender may be in slow start
    }
  }
  last_received_ = now;
}

void AckPolicy::decide(Ps now, const Receiving& r, const RttEstimator& rtt) {
  if (!scheduled_) return;
  const bool two_segments = r.unacknowledged > static_cast<Seq>(rcv_mss_) && r.window_kept;
  if (two_segments || (quick_ > 0 && !interactive_) || urgent_) {
    due_ = true;
  } else if (!r.hole) {
    delay(now, rtt);
  } else {
    compress(now, r, rtt);
  }
}

void AckPolicy::delay(Ps now, const RttEstimator& rtt) {
  Ps wait = ato_;
  if (wait > settings_.delack_min) {
    Ps most = interactive_ || pushed_ ? settings_.delack_max : 500'000'000'000;
    if (rtt.measured()) most = std::min(most, std::max(rtt.srtt(), settings_.delack_min));
    wait = std::min(wait, most);
  }
  wait = std::min(wait, settings_.delack_max);
  if (delayed_at_ != never && delayed_at_ <= now + wait / 4) {
    due_ = true;  // the timer would run out at any moment
    return;
  }
  delayed_at_ = std::min(delayed_at_, now + wait);
}

void AckPolicy::compress(Ps now, const Receiving& r, const RttEstimator& rtt) {
  if (!r.sack || compressed_ >= settings_.compressed_sacks) {
    due_ = true;
    return;
  }
  if (duplicates_of_ != r.nxt) {
    duplicates_of_ = r.nxt;
    duplicates_ = 0;
  }
  // The first three go out at once: the sender's fast retransmit must not wait.
  if (duplicates_ < 3) {
    ++duplicates_;
    due_ = true;
    return;
  }
  ++compressed_;
  if (compressed_at_ == never) compressed_at_ = now + std::min(settings_.compressed_sack_delay, rtt.srtt() / 20);
}

bool AckPolicy::read(Seq unacknowledged, bool drained) const {
  if (!scheduled_) return false;
  return unacknowledged > static_cast<Seq>(rcv_mss_) || (drained && (pushed_twice_ || (pushed_ && !interactive_)));
}

void AckPolicy::sent() {
  if (scheduled_ && quick_ > 0 && --quick_ == 0) ato_ = settings_.delack_min;
  scheduled_ = urgent_ = due_ = pushed_ = pushed_twice_ = false;
  compressed_ = 0;
  delayed_at_ = compressed_at_ = never;
}

void AckPolicy::expire(Ps now, const RttEstimator& rtt) {
  if (now >= compressed_at_) {
    compressed_at_ = never;
    if (compressed_ > 0) due_ = true;
  }
  if (now < delayed_at_) return;
  delayed_at_ = never;
  if (!scheduled_) return;
  if (interactive_) {
    // A reply was expected and did not come.
    interactive_ = false;
    ato_ = settings_.delack_min;
  } else {
    ato_ = std::min(ato_ * 2, rtt.rto());
  }
  due_ = true;
}

}  // namespace rocelab::tcp
