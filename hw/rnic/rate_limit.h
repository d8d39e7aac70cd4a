#pragma once
#include <algorithm>
#include <memory>
#include <optional>

#include "tlm/psn.h"
#include "transport/congestion/pacer.h"
#include "transport/congestion/rate_control.h"

namespace rocelab::rnic {

/// Holds a queue pair to what its rate control allows: spaces its packets, limits what is unacknowledged, and takes one
/// round trip sample at a time. Without a control it is not there at all.
class RateLimit {
 public:
  explicit RateLimit(std::unique_ptr<congestion::RateControl> control) : control_(std::move(control)) {}

  /// Is there room in the window for a packet more, when so many octets are on their way?
  bool window_open(std::uint64_t in_flight) const { return in_flight == 0 || in_flight < control_->window(); }
  /// The next packet may leave from then on.
  Ps next() const { return pacer_.next(); }

  /// A packet of so many octets of line, request or response, takes its turn.
  void sent(std::uint32_t octets, Ps now) {
    pacer_.sent(octets, control_->rate(now), now);
    control_->sent(octets, now);
  }
  /// A request leaves the NIC: the hardware's time stamp.
  void departed(Psn psn, bool again, Ps now) {
    // A resend would make the sample ambiguous (Karn).
    if (again) sample_.reset();
    if (!again && !sample_) sample_ = Sample{psn, now};
    if (!acknowledged_) acknowledged_ = psn + -1;
  }
  /// Everything up to `psn` has arrived.
  void acknowledged(Psn psn, Ps now) {
    if (!sample_ || psn - sample_->psn < 0) return;
    rtt_ = now - sample_->sent;
    control_->acknowledged(static_cast<std::uint32_t>(psn - *acknowledged_), rtt_, now);
    acknowledged_ = psn;
    sample_.reset();
  }
  void notified(Ps now) { control_->notified(now); }
  void lost(Ps now) { control_->lost(now); }
  void timed_out(Ps now) { control_->timed_out(now); }
  /// In Mb/s, as registers of NICs show it; of a window what it lets through in the latest round trip.
  std::uint64_t mbps(Ps now) {
    double rate = control_->rate(now);
    const std::uint64_t window = control_->window();
    if (window != UINT64_MAX && rtt_ > 0)
      rate = std::min(rate, static_cast<double>(window) * 8e12 / static_cast<double>(rtt_));
    return static_cast<std::uint64_t>(rate / 1e6);
  }

  bool waking = false;  // an action is pending for next()

 private:
  struct Sample {
    Psn psn;
    Ps sent;
  };

  std::unique_ptr<congestion::RateControl> control_;
  congestion::Pacer pacer_;
  std::optional<Sample> sample_;
  Ps rtt_ = 0;                       // the latest; 0: none yet
  std::optional<Psn> acknowledged_;  // the last one that the control was told of
};

}  // namespace rocelab::rnic
