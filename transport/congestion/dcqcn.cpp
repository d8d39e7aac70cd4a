#include "transport/congestion/dcqcn.h"

#include <algorithm>

namespace rocelab::congestion {

Dcqcn::Dcqcn(Rate line, const Settings& settings)
    : s_(settings),
      line_(static_cast<double>(line.bits_per_s)),
      current_(line_),
      target_(line_),
      alpha_(settings.initial_alpha) {}

void Dcqcn::notified(Ps now) {
  advance(now);
  if (now < next_cut_) {
    cut_pending_ = true;
    return;
  }
  cut(now);
}

void Dcqcn::cut(Ps now) {
  cut_pending_ = false;
  next_cut_ = now + s_.cut_period;
  const auto notice = [this] { alpha_ = (1 - s_.g) * alpha_ + s_.g; };
  if (s_.alpha_first) notice();
  if (!s_.keep_target || timer_count_ > 0 || byte_count_ > 0) target_ = current_;
  current_ = std::max(s_.minimum, current_ * (1 - alpha_ / 2));
  if (!s_.alpha_first) notice();
  timer_count_ = byte_count_ = 0;
  octets_ = 0;
  next_alpha_ = now + s_.alpha_period;
  next_timer_ = now + s_.rate_timer;
}

void Dcqcn::sent(std::uint32_t octets, Ps now) {
  if (s_.byte_counter == 0 || at_rest()) return;
  advance(now);
  octets_ += octets;
  while (octets_ >= s_.byte_counter) {
    octets_ -= s_.byte_counter;
    ++byte_count_;
    increase();
  }
}

double Dcqcn::rate(Ps now) {
  advance(now);
  return current_;
}

void Dcqcn::advance(Ps now) {
  for (;;) {
    // At the line's rate increases change nothing: only alpha decays, however long it has been quiet.
    const Ps timer = at_rest() ? never : next_timer_;
    const Ps cut_at = cut_pending_ ? next_cut_ : never;
    const Ps stop = std::min({now, timer, cut_at});
    if (next_alpha_ <= stop) {
      const auto periods = static_cast<std::uint64_t>((stop - next_alpha_) / s_.alpha_period + 1);
      decay(periods);
      next_alpha_ += static_cast<Ps>(periods) * s_.alpha_period;
    }
    if (cut_at <= now && cut_at <= timer) {
      cut(cut_at);
    } else if (timer <= now) {
      next_timer_ += s_.rate_timer;
      ++timer_count_;
      increase();
    } else {
      return;
    }
  }
}

void Dcqcn::decay(std::uint64_t periods) {
  // By squaring: the same product for any idle time, in few steps.
  for (double factor = 1 - s_.g; periods > 0; periods >>= 1, factor *= factor) {
    if (periods & 1) alpha_ *= factor;
  }
}

void Dcqcn::increase() {
  const unsigned f = s_.fast_recovery;
  // Without a byte counter the timer's steps alone tell the stage (HPCC's model of the vendor's firmware).
  const bool alone = s_.byte_counter == 0;
  const unsigned most = std::max(timer_count_, byte_count_);
  const unsigned least = alone ? timer_count_ - std::min(timer_count_, 1u) : std::min(timer_count_, byte_count_);
  if (most > f) {
    if (least > f) {
      target_ += s_.single_hyper ? s_.hyper : (least - f) * s_.hyper;
    } else {
      target_ += s_.additive;
    }
  }
  target_ = std::min(target_, line_);
  current_ = (target_ + current_) / 2;
  // Halving the distance never ends; below one bit a second it has.
  if (line_ - current_ < 1) current_ = line_;
}

}  // namespace rocelab::congestion
