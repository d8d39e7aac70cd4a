#pragma once
#include <vector>

#include "host/os/thread.h"

namespace rocelab::host {

/// Where programs wait before they close: until the measured part of every lane is over. Otherwise the closing of one
/// lane would stand in the waveform beside the story of another, and a student would doubt an idle peer.
class FinishLine {
 public:
  explicit FinishLine(std::size_t lanes) : open_lanes_(lanes) {}

  /// One lane's measured part is over.
  void lane_finished() {
    if (--open_lanes_ > 0) return;
    for (Thread* thread : waiting_) thread->resume();
  }

  /// Blocks until all are.
  void wait(Thread& thread) {
    if (open_lanes_ == 0) return;
    waiting_.push_back(&thread);
    thread.suspend();
  }

 private:
  std::size_t open_lanes_;
  std::vector<Thread*> waiting_;
};

}  // namespace rocelab::host
