#pragma once
#include <functional>
#include <vector>

#include "host/os/thread.h"

namespace rocelab::host {

/// The common t0: every program that sends waits here, set-up done, and all are let go at one instant.
class StartLine {
 public:
  /// t0 is settled so long before it comes, or longer.
  static constexpr Ps notice = 100'000'000;

  /// `settled` runs once when t0 is settled, `open` at t0, before the first program goes on. `round_trip`: of the
  /// longest lane.
  StartLine(Timeline& timeline, std::size_t runners, Ps round_trip, std::function<void(Ps)> settled,
            std::function<void()> open)
      : timeline_(timeline),
        runners_(runners),
        round_trip_(round_trip),
        settled_(std::move(settled)),
        open_(std::move(open)) {}

  /// A sender: blocks until all have arrived. t0 is a whole tenth of a millisecond, at least one tenth and a round trip
  /// later: what set-up set in motion (a probe frame, its interrupt, the last ACK of an exchange) has settled by then.
  void wait(Thread& thread) {
    waiting_.push_back(&thread);
    arrive();
    thread.suspend();
  }

  /// A receiver: says that it is ready and goes on, into the call that waits for the first message.
  void arrive() {
    if (++arrived_ < runners_) return;
    const Ps t0 = ((timeline_.now() + round_trip_) / notice + 2) * notice;
    settled_(t0);
    timeline_.at(t0, [this] { go(); });
  }

  bool opened() const { return opened_; }

 private:
  void go() {
    opened_ = true;
    open_();
    for (Thread* thread : waiting_) thread->resume();
  }

  Timeline& timeline_;
  std::size_t runners_;
  Ps round_trip_;
  std::function<void(Ps)> settled_;
  std::function<void()> open_;
  std::vector<Thread*> waiting_;
  std::size_t arrived_ = 0;
  bool opened_ = false;
};

}  // namespace rocelab::host
