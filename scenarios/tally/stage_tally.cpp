#include "scenarios/tally/stage_tally.h"

#include <algorithm>
#include <tuple>

namespace rocelab::scenarios {

void StageTally::add(const Span& span, HostId host, Ps now) {
  if (t0_ == never || span.end <= t0_ || span.begin >= close_) return;
  if (span.end <= now || close_ != never) {
    settle(span, host);
  } else {
    if (pending_.size() >= 64) settle_up_to(now);
    pending_.push_back({span, host});
  }
}

void StageTally::close(Ps t) {
  close_ = t;
  settle_up_to(never);
}

void StageTally::settle_up_to(Ps now) {
  const auto ready =
      std::stable_partition(pending_.begin(), pending_.end(), [now](const Pending& p) { return p.span.end > now; });
  for (auto p = ready; p != pending_.end(); ++p) settle(p->span, p->host);
  pending_.erase(ready, pending_.end());
}

void StageTally::settle(const Span& span, HostId host) {
  const Ps begin = std::max(span.begin, t0_) - t0_;
  const Ps end = std::min(span.end, close_) - t0_;
  if (end < begin) return;
  const auto [it, fresh] = stages_.try_emplace({host, span.stage}, Union{begin, end, 0, 0});
  Union& u = it->second;
  // Spans of one stage come nearly in order; overlap with what is already counted is not busy twice.
  u.busy += fresh ? end - begin : std::max<Ps>(0, end - std::max(begin, u.end));
  u.begin = std::min(u.begin, begin);
  u.end = std::max(u.end, end);
  u.bytes += span.bytes;
}

std::vector<StageSpan> StageTally::result(const std::function<std::string(HostId)>& name_of) const {
  std::vector<StageSpan> all;
  for (const auto& [key, u] : stages_) {
    const auto& [host, stage] = key;
    all.push_back({std::string(stage->id), name_of(host), stage->unit, u.begin, u.end, u.bytes, u.busy});
  }
  // Not in the order of addresses: the same on every machine.
  std::sort(all.begin(), all.end(), [](const StageSpan& a, const StageSpan& b) {
    return std::tie(a.begin, a.host, a.id) < std::tie(b.begin, b.host, b.id);
  });
  return all;
}

}  // namespace rocelab::scenarios
