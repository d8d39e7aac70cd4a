#include "transport/tcp/congestion/cubic.h"

namespace rocelab::tcp {
namespace {

/// Floor of the cube root.
std::uint64_t cube_root(std::uint64_t x) {
  std::uint64_t low = 0, high = 2'642'245;  // floor of the cube root of 2^64
  while (low < high) {
    const std::uint64_t middle = (low + high + 1) / 2;
    if (static_cast<unsigned __int128>(middle) * middle * middle <= x) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

constexpr Ps second = 1'000'000'000'000;
/// 3 (1 - beta) / (1 + beta), inverted and eightfold: the additive increase that gives Reno's share (RFC 9438, 4.3).
constexpr std::uint32_t reno_scale = 8 * (1024 + Cubic::beta) / 3 / (1024 - Cubic::beta);

}  // namespace

std::uint64_t Cubic::scaled(std::int64_t j) const {
  return static_cast<std::uint64_t>((static_cast<__int128>(j) * jiffy_ * 1024) / second);
}

std::uint32_t Cubic::reduced(const CongestionWindow& w, Cause) {
  epoch_ = false;
  // Fast convergence (RFC 9438, 4.7): a flow that did not come back to its old maximum leaves room for others.
  last_max_ = w.cwnd() < last_max_ ? w.cwnd() * (1024 + beta) / 2048 : w.cwnd();
  return std::max(w.cwnd() * beta / 1024, 2u);
}

void Cubic::grow(CongestionWindow& w, const CongestionAck& ack) {
  if (!w.limits()) return;
  std::uint32_t segments = ack.segments;
  if (w.in_slow_start()) {
    segments = w.slow_start(segments);
    if (segments == 0) return;
  }
  update(w.cwnd(), segments, ack.now);
  w.additive(per_, segments);
}

void Cubic::update(std::uint32_t cwnd, std::uint32_t segments, Ps now) {
  acked_ += segments;
  const std::int64_t j = jiffies(now);
  const std::int64_t thirty_second = second / 32 / jiffy_;
  if (last_cwnd_ == cwnd && j - last_time_ <= thirty_second) return;
  if (!epoch_ || j != last_time_) {
    last_cwnd_ = cwnd;
    last_time_ = j;
    if (!epoch_) {
      epoch_ = true;
      epoch_start_ = j;
      acked_ = segments;
      reno_cwnd_ = cwnd;
      origin_ = std::max(last_max_, cwnd);
      k_ = last_max_ <= cwnd ? 0 : cube_root((1ull << 40) / c_scaled * (last_max_ - cwnd));
    }
    follow_curve(cwnd, j);
  }
  follow_reno(cwnd);
  per_ = std::max(per_, 2u);  // at most half as much again in a round trip
}

void Cubic::follow_curve(std::uint32_t cwnd, std::int64_t j) {
  // One least delay ahead: where the window should be when the segment sent now is acknowledged.
  const std::uint64_t t = scaled(j - epoch_start_ + (least_ + jiffy_ - 1) / jiffy_);
  const std::uint64_t distance = t < k_ ? k_ - t : t - k_;
  const auto cube = static_cast<unsigned __int128>(c_scaled) * distance * distance * distance;
  const auto delta = static_cast<std::uint32_t>(std::min<unsigned __int128>(cube >> 40, 0x3fffffff));
  const std::uint32_t target = t < k_ ? origin_ - std::min(origin_, delta) : origin_ + delta;
  per_ = target > cwnd ? cwnd / (target - cwnd) : 100 * cwnd;
  // Nothing is known yet of the path: do not creep.
  if (last_max_ == 0) per_ = std::min(per_, 20u);
}

void Cubic::follow_reno(std::uint32_t cwnd) {
  const std::uint32_t per_segment = std::max(1u, cwnd * reno_scale / 8);
  if (acked_ > per_segment) {
    const std::uint32_t n = (acked_ - 1) / per_segment;
    acked_ -= n * per_segment;
    reno_cwnd_ += n;
  }
  if (reno_cwnd_ > cwnd) per_ = std::min(per_, cwnd / (reno_cwnd_ - cwnd));
}

void Cubic::acked(CongestionWindow& w, const CongestionAck& ack) {
  if (ack.rtt < 0) return;
  // Right after a recovery the queue has just drained: no sample for a second.
  if (epoch_ && jiffies(ack.now) - epoch_start_ < second / jiffy_) return;
  const Ps rtt = std::max<Ps>(ack.rtt, 1'000'000);
  if (least_ == 0 || rtt < least_) least_ = rtt;
  if (w.in_slow_start()) {
    hystart_.acked(w, ack.now, rtt, least_, ack.train_slack, ack.una, ack.nxt);
  }
}

void Cubic::entered(Recovery state, Ps) {
  if (state == Recovery::loss) *this = Cubic(jiffy_);
}

void Cubic::resumed(Ps now, Ps last) {
  // An application's pause is no time on the curve.
  if (epoch_ && now > last) epoch_start_ = std::min(epoch_start_ + jiffies(now) - jiffies(last), jiffies(now));
}

}  // namespace rocelab::tcp
