#include <algorithm>
#include <cmath>
#include <optional>

#include "transport/congestion/rate_control.h"

namespace rocelab::congestion {
namespace {

/// Swift's fabric window (Kumar et al., SIGCOMM'20, algorithm 1): round trips below a target delay add to the window,
/// longer ones take away from it in proportion to what is too much, at most once a round trip. A window of less than
/// one packet is paced: one packet every rtt/cwnd. The endpoint's window is left out: a NIC of the model takes
/// constant time. `base_target` includes what the paper adds for each hop.
class Swift : public RateControl {
 public:
  struct Settings {
    Ps base_target;
    double ai, beta, max_mdf;
    Ps fs_range;
    double fs_min_cwnd, fs_max_cwnd;  // packets
    double min_cwnd, max_cwnd;        // packets
    unsigned retx_reset_threshold;    // timeouts in a row
  };

  Swift(const Path& path, const Settings& settings)
      : s_(settings),
        line_(static_cast<double>(path.line.bits_per_s)),
        packet_(path.packet),
        rtt_(path.base_rtt),
        fs_alpha_(static_cast<double>(s_.fs_range) / (1 / std::sqrt(s_.fs_min_cwnd) - 1 / std::sqrt(s_.fs_max_cwnd))) {
    // The path full: what a connection that has learnt nothing yet may have in flight.
    clamp(line_ / 8 * static_cast<double>(path.base_rtt) * 1e-12 / packet_);
  }

  void acknowledged(std::uint32_t packets, Ps rtt, Ps now) override {
    rtt_ = std::max<Ps>(rtt, 1);
    timeouts_ = 0;
    const Ps target = target_delay();
    if (rtt < target) {
      clamp(cwnd_ + s_.ai * packets / std::max(cwnd_, 1.0));
    } else {
      const double excess = static_cast<double>(rtt - target) / static_cast<double>(rtt_);
      decrease(std::max(1 - s_.beta * excess, 1 - s_.max_mdf), now);
    }
  }
  void lost(Ps now) override {
    timeouts_ = 0;
    decrease(1 - s_.max_mdf, now);
  }
  void timed_out(Ps now) override {
    if (++timeouts_ >= s_.retx_reset_threshold) {
      clamp(s_.min_cwnd);
    } else {
      decrease(1 - s_.max_mdf, now);
    }
  }

  double rate(Ps) override {
    return cwnd_ >= 1 ? line_ : std::min(line_, cwnd_ * packet_ * 8e12 / static_cast<double>(rtt_));
  }
  std::uint64_t window() const override {
    return static_cast<std::uint64_t>(std::max(cwnd_, 1.0)) * static_cast<std::uint64_t>(packet_);
  }

 private:
  /// Flows share a queue of one target. Those with small windows, of which there are many, are granted more of it
  /// (section 3.1.3, flow-based scaling).
  Ps target_delay() const {
    const double more = fs_alpha_ * (1 / std::sqrt(cwnd_) - 1 / std::sqrt(s_.fs_max_cwnd));
    return s_.base_target + static_cast<Ps>(std::clamp(more, 0.0, static_cast<double>(s_.fs_range)));
  }
  void decrease(double factor, Ps now) {
    if (decreased_ && now - *decreased_ < rtt_) return;
    clamp(cwnd_ * factor);
    decreased_ = now;
  }
  void clamp(double cwnd) { cwnd_ = std::clamp(cwnd, s_.min_cwnd, s_.max_cwnd); }

  Settings s_;
  double line_, packet_;
  Ps rtt_;
  double fs_alpha_;
  double cwnd_ = 1;  // packets
  unsigned timeouts_ = 0;
  std::optional<Ps> decreased_;
};

Swift::Settings settings_of(const std::vector<double>& v) {
  const auto us = [](double n) { return static_cast<Ps>(n * 1e6); };
  return {us(v[0]), v[1], v[2], v[3], us(v[4]), v[5], v[6], v[7], v[8], static_cast<unsigned>(v[9])};
}

}  // namespace

Control swift() {
  return {"swift",
          "round trips above a target delay shrink the window, shorter ones open it",
          "Kumar et al., Swift: Delay is Simple and Effective for Congestion Control in the Datacenter, SIGCOMM'20",
          {
              {"base_target", "us", "round trip up to which the window grows, hops included", 0.1, 1e6},
              {"ai", "packets", "a round trip adds so many", 0.0001, 1000},
              {"beta", "", "share of the excess delay by which the window shrinks", 0.001, 1},
              {"max_mdf", "", "no decrease is larger", 0.001, 0.999},
              {"fs_range", "us", "the target grows by so much for the smallest windows", 0, 1e6},
              {"fs_min_cwnd", "packets", "at this window it has grown by fs_range", 0.0001, 1},
              {"fs_max_cwnd", "packets", "from this window on it does not grow", 1.001, 1e6},
              {"min_cwnd", "packets", "the window never falls lower", 0.0001, 1},
              {"max_cwnd", "packets", "and never grows larger", 1, 1e6},
              {"retx_reset_threshold", "timeouts", "in a row: the window falls to min_cwnd", 1, 1000},
          },
          {
              // The paper names the parameters and shows what targets do, but prints no table of values: these are a
              // public simulator's, which calls them guesses that reproduce the paper's figures.
              {"htsim", "github Broadcom/csg-htsim, sim/swift.cpp", {20, 1, 0.8, 0.5, 100, 0.1, 100, 0.01, 1000, 5}},
          },
          [](const Path& path, const std::vector<double>& v) -> std::unique_ptr<RateControl> {
            return std::make_unique<Swift>(path, settings_of(v));
          }};
}

}  // namespace rocelab::congestion
