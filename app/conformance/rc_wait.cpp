#include "app/conformance/rc_wait.h"

#include <algorithm>

namespace rocelab::app::replay {
namespace {

using namespace rocelab::literals;

/// No timer of a case without timers that matter is longer; a device that is busy beyond it never comes to rest.
constexpr Ps longest_rest = 60_s;
/// In a timed case: long against everything that takes no time here, short against its timers.
constexpr Ps timed_settle = 1_ms;

}  // namespace

Watch::Watch(Bench& bench, Application& application, bool timed)
    : bench_(bench), application_(application), timed_(timed) {
  absorb();
}

void Watch::absorb() {
  bench_.timeline.run_until(now());
  collect();
}

bool Watch::step(Ps limit) {
  const Ps next = bench_.timeline.next();
  if (next == never || next > limit) return false;
  bench_.timeline.run_until(next);
  collect();
  return true;
}

void Watch::pass_until(Ps t) {
  while (step(t)) {
  }
  bench_.timeline.run_until(std::max(t, now()));
}

Ps Watch::settled() const { return now() + (timed_ ? timed_settle : longest_rest); }

void Watch::settle() {
  const Ps end = settled();
  absorb();
  while (step(end)) {
  }
  if (timed_) return pass_until(end);
  if (bench_.timeline.next() != never) throw Failure("settling: wanted an idle device, got one that is still busy");
}

const DeviceFrame* Watch::next_frame(const std::string& qp) const {
  const auto it = std::find_if(frames_.begin(), frames_.end(), [&qp](const DeviceFrame& f) { return f.from == qp; });
  return it == frames_.end() ? nullptr : &*it;
}

void Watch::consume(const DeviceFrame* frame) {
  for (std::deque<DeviceFrame>* list : {&frames_, &cnps_}) {
    const auto it = std::find_if(list->begin(), list->end(), [frame](const DeviceFrame& f) { return &f == frame; });
    if (it == list->end()) continue;
    list->erase(it);
    return;
  }
}

void Watch::collect() {
  while (!bench_.sent.empty()) {
    Bench::Sent sent = std::move(bench_.sent.front());
    bench_.sent.pop_front();
    DeviceFrame frame = inspect(std::move(sent.packet), sent.at, application_.names(), bench_.subnet);
    (frame.is_cnp() ? cnps_ : frames_).push_back(std::move(frame));
  }
  application_.completions().poll();
}

}  // namespace rocelab::app::replay
