#include "scenarios/tally/stage_tally.h"

#include <algorithm>

namespace rocelab::scenarios {

void StageTally::add(const Span& span, const std::string& host, Ps now) {
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

void StageTally::settle(const Span& span, const std::string& host) {
  const Ps begin = std::max(span.begin, t0_) - t0_;
  const Ps end = std::min(span.end, close_) - t0_;
  if (end < begin) return;
  const std::string id(span.stage->id);
  const auto [it, fresh] = stages_.try_emplace({host, id}, StageSpan{id, host, span.stage->unit, begin, end, 0, 0});
  StageSpan& s = it->second;
  // Spans of one stage come nearly in order; overlap with what is already counted is not busy twice.
  s.busy += fresh ? end - begin : std::max<Ps>(0, end - std::max(begin, s.end));
  s.begin = std::min(s.begin, begin);
  s.end = std::max(s.end, end);
  s.bytes += span.bytes;
}

std::vector<StageSpan> StageTally::result() const {
  std::vector<StageSpan> all;
  for (const auto& [key, stage] : stages_) all.push_back(stage);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
  return all;
}

}  // namespace rocelab::scenarios
