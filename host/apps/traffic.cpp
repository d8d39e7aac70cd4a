#include "host/apps/traffic.h"

namespace rocelab::host {
namespace {
constexpr const char* others_at_the_finish = "the other lanes at the finish line";
}

void Traffic::inspect(AddressSpace& space, Va where, bool right) {
  ++delivered_;
  const bool there = space.take(where, plan_.payload.data(), plan_.payload.size());
  if (right && there) ++intact_;
}

void Traffic::fail(TrafficFailure failure) {
  if (!failure_) failure_ = std::move(failure);
  finish();
}

void Traffic::finish() {
  if (finished_) return;
  finished_ = true;
  plan_.done();
  cancel();
  for (Thread* thread : at_the_end_) thread->waits_for(others_at_the_finish);
  finish_line_->lane_finished();
}

void Traffic::wait_for_the_end(Thread& self, const char* own) {
  self.waits_for(finished_ ? others_at_the_finish : own);
  at_the_end_.push_back(&self);
  finish_line_->wait(self);
}

}  // namespace rocelab::host
