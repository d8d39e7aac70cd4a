#pragma once
#include <functional>

#include "tlm/timeline.h"

namespace rocelab::nic {

/// Interrupt moderation: an interrupt is raised `delay` after the first unseen completion or at the `frames`-th,
/// whichever is first, and then not again until the driver re-arms (NAPI).
class Moderation {
 public:
  Moderation(Timeline& timeline, Ps delay, std::uint32_t frames, std::function<void()> raise)
      : timeline_(timeline), delay_(delay), frames_(frames), raise_(std::move(raise)) {}

  /// From the next interrupt on. A timer that runs already ends as it was set.
  void set(Ps delay, std::uint32_t frames) { delay_ = delay, frames_ = frames; }

  /// One more completion is visible to the host.
  void completed() {
    ++unseen_;
    consider();
  }

  /// The driver has seen everything up to `seen` of `total` completions and wants the next interrupt.
  void rearm(std::uint32_t seen, std::uint32_t total) {
    armed_ = true;
    unseen_ = total - seen;
    consider();
  }

 private:
  void consider() {
    if (!armed_ || unseen_ == 0) return;
    if (unseen_ >= frames_ || delay_ == 0) return fire();
    if (timing_) return;
    timing_ = true;
    timeline_.after(delay_, [this, epoch = epoch_] {
      if (epoch != epoch_) return;
      timing_ = false;
      if (armed_ && unseen_ > 0) fire();
    });
  }

  void fire() {
    armed_ = false;
    timing_ = false;
    ++epoch_;  // a timer that still runs belongs to this interrupt
    raise_();
  }

  Timeline& timeline_;
  Ps delay_;
  std::uint32_t frames_;
  std::function<void()> raise_;
  std::uint32_t unseen_ = 0;
  std::uint64_t epoch_ = 0;
  bool armed_ = true;
  bool timing_ = false;
};

}  // namespace rocelab::nic
