#include "scenarios/tally/stage_tally.h"

#include <algorithm>
#include <tuple>

namespace rocelab::scenarios {

void StageTally::add(const Span& span, HostId host, Ps now) {
  if (t0_ == never || span.end <= t0_ || span.begin >= close_) return;
  Row& r = row(span.stage, host);
  settle_up_to(now, r);
  const Piece piece{span.begin, span.end, span.bytes};
  if (r.open.empty() && (span.end <= now || close_ != never)) {
    settle(r, piece);
  } else {
    r.open.push_back(piece);
  }
}

void StageTally::close(Ps t) {
  close_ = t;
  for (Row& r : rows_) settle_up_to(never, r);
}

StageTally::Row& StageTally::row(const Stage* stage, HostId host) {
  const auto index = static_cast<std::uint16_t>(host.value + 1);  // no_host is 0
  if (places_.size() <= index) places_.resize(index + 1u);
  for (const Place& place : places_[index]) {
    if (place.stage == stage) return rows_[place.row];
  }
  places_[index].push_back({stage, static_cast<std::uint32_t>(rows_.size())});
  Row& fresh = rows_.emplace_back();
  fresh.stage = stage;
  fresh.host = host;
  return fresh;
}

void StageTally::settle_up_to(Ps now, Row& r) {
  while (!r.open.empty() && r.open.front().end <= now) {
    settle(r, r.open.front());
    r.open.pop_front();
  }
}

void StageTally::settle(Row& r, const Piece& p) {
  const Ps begin = std::max(p.begin, t0_) - t0_;
  const Ps end = std::min(p.end, close_) - t0_;
  if (end < begin) return;
  // Spans of one stage come nearly in order; overlap with what is already counted is not busy twice.
  r.busy += r.begin == never ? end - begin : std::max<Ps>(0, end - std::max(begin, r.end));
  r.begin = std::min(r.begin, begin);
  r.end = std::max(r.end, end);
  r.bytes += p.bytes;
}

std::vector<StageSpan> StageTally::result(const std::function<std::string(HostId)>& name_of) const {
  std::vector<StageSpan> all;
  for (const Row& r : rows_) {
    if (r.begin == never) continue;
    all.push_back({std::string(r.stage->id), name_of(r.host), r.stage->unit, r.begin, r.end, r.bytes, r.busy});
  }
  // Not in the order of addresses: the same on every machine.
  std::sort(all.begin(), all.end(), [](const StageSpan& a, const StageSpan& b) {
    return std::tie(a.begin, a.host, a.id) < std::tie(b.begin, b.host, b.id);
  });
  return all;
}

}  // namespace rocelab::scenarios
