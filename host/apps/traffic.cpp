#include "host/apps/traffic.h"

namespace rocelab::host {

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
  finish_line_->lane_finished();
}

}  // namespace rocelab::host
