#include "scenarios/tally/latency_tally.h"

#include <algorithm>

namespace rocelab::scenarios {

void LatencyTally::add(const Moment& m) {
  const bool begins = m.kind->id == begin_kind_;
  if (m.tag.message == no_message || (!begins && m.kind->id != end_kind_)) return;
  Times& times = messages_[m.tag.message.value];
  if (begins) {
    times.begin = std::min(times.begin, m.t);
  } else {
    times.end = std::min(times.end, m.t);
  }
}

std::vector<Ps> LatencyTally::result() const {
  std::vector<Ps> all;
  for (const auto& [number, t] : messages_) {
    if (t.begin != never && t.end != never) all.push_back(t.end - t.begin);
  }
  return all;
}

namespace {
Ps at_rank(std::vector<Ps>& values, std::size_t rank) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(rank), values.end());
  return values[rank];
}
}  // namespace

Ps median(std::vector<Ps> values) { return values.empty() ? 0 : at_rank(values, (values.size() - 1) / 2); }

Ps percentile_99(std::vector<Ps> values) {
  return values.empty() ? 0 : at_rank(values, (values.size() * 99 + 99) / 100 - 1);
}

}  // namespace rocelab::scenarios
