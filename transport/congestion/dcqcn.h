#pragma once
#include <cstdint>

#include "transport/congestion/rate_control.h"

namespace rocelab::congestion {

/// The reaction point of DCQCN (Zhu et al., SIGCOMM'15, section 3.1): a CNP cuts the current rate RC by alpha/2 and
/// makes it the target RT; a timer and a byte counter raise it again, first half-way to the target each (fast
/// recovery), then the target itself grows, slowly (additive) and at last faster (hyper).
///
/// Nothing is pending anywhere: timers that have run out act when somebody asks for the rate, in their order.
class Dcqcn : public RateControl {
 public:
  struct Settings {
    double g = 1.0 / 256;                     // gain of alpha's average
    Ps alpha_period = 55'000'000;             // alpha decays once in so long without a CNP
    Ps rate_timer = 55'000'000;               // one increase each
    std::uint64_t byte_counter = 10'000'000;  // octets; one increase each; 0 = there is none
    unsigned fast_recovery = 5;               // F
    double additive = 40e6;                   // R_AI, bit/s
    double hyper = 200e6;                     // R_HAI, bit/s
    double minimum = 100e6;                   // bit/s
    double initial_alpha = 1;
    /// Rate cuts at least so far apart; CNPs in between change alpha only at the next. 0: each CNP cuts.
    Ps cut_period = 0;
    /// alpha takes the CNP in before the cut (ns3-rdma's code) instead of after it (the paper's text).
    bool alpha_first = false;
    /// A cut before any increase leaves the target alone (no ClampTargetRate in Mellanox's model, HPCC's code).
    bool keep_target = false;
    /// R_HAI once a step (HPCC's code) instead of (min(T,B) - F) times.
    bool single_hyper = false;
  };

  Dcqcn(Rate line, const Settings& settings);

  void notified(Ps now) override;
  void sent(std::uint32_t octets, Ps now) override;
  double rate(Ps now) override;

  // What the golden traces look at; bit/s.
  double current() const { return current_; }
  double target() const { return target_; }
  double alpha() const { return alpha_; }
  unsigned timer_count() const { return timer_count_; }
  unsigned byte_count() const { return byte_count_; }

 private:
  void advance(Ps now);
  void decay(std::uint64_t periods);
  void cut(Ps now);
  void increase();
  bool at_rest() const { return current_ >= line_; }

  Settings s_;
  double line_;
  double current_, target_, alpha_;
  unsigned timer_count_ = 0, byte_count_ = 0;
  std::uint64_t octets_ = 0;  // since the last step of the byte counter
  Ps next_alpha_ = never, next_timer_ = never;
  Ps next_cut_ = 0;
  bool cut_pending_ = false;  // a CNP waits for next_cut_
};

}  // namespace rocelab::congestion
