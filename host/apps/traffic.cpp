#include "host/apps/traffic.h"

#include <algorithm>

namespace rocelab::host {

void Traffic::inspect(AddressSpace& space, Va where, bool right) {
  std::vector<std::uint8_t> bytes(plan_.payload.size());
  space.load(where, bytes.data(), bytes.size());
  ++delivered_;
  if (right && bytes == plan_.payload) ++intact_;
  std::fill(bytes.begin(), bytes.end(), std::uint8_t{0});
  space.store(where, bytes.data(), bytes.size());
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
