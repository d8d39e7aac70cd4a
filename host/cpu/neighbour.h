#pragma once
#include "host/cpu/core.h"

namespace rocelab::host {

/// Another program that wants a share of a core and gets it in turns of one time slice, as a fair scheduler gives them
/// (sched-design-CFS, sched-eevdf of the Linux kernel's documentation): whoever becomes runnable meanwhile waits for
/// the end of the turn. Interrupts and softirqs get through. Its time is tagged with no lane: it is nobody's of the
/// run.
class Neighbour {
 public:
  struct Config {
    double share = 0;  // of the core, 0 … below 1; 0: there is none
    Ps slice = 0;      // a turn
    Ps context_switch = 0;
    HostId host = no_host;
  };

  Neighbour(Core& core, const Config& config) : core_(core), config_(config) {}
  Neighbour(const Neighbour&) = delete;

  /// The first turn begins now.
  void start();
  /// No further turn.
  void stop() { running_ = false; }

 private:
  void turn();

  Core& core_;
  Config config_;
  bool running_ = false;
};

}  // namespace rocelab::host
