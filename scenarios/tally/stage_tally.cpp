#include "scenarios/tally/stage_tally.h"

#include <algorithm>
#include <tuple>

namespace rocelab::scenarios {
namespace {
constexpr std::uint32_t worth_a_look = 64;  // spans
}

StageTally::Row& StageTally::find_row(const Stage* stage, HostId host, Row*& likely) {
  const auto index = static_cast<std::uint16_t>(host.value + 1);  // no_host is 0
  if (places_.size() <= index) places_.resize(index + 1u);
  for (Row* r : places_[index]) {
    if (r->stage == stage) return *(likely = r);
  }
  Row& fresh = rows_.emplace_back();
  fresh.stage = stage;
  fresh.host = host;
  places_[index].push_back(&fresh);
  return fresh;
}

inline void StageTally::settle(Union& u, const Piece& p) const {
  const Ps begin = std::max(p.begin, t0_) - t0_;
  const Ps end = std::min(p.end, close_) - t0_;
  if (end < begin) return;
  // Spans of one stage come nearly in order; overlap with what is already counted is not busy twice.
  u.busy += u.begin == never ? end - begin : std::max<Ps>(0, end - std::max(begin, u.end));
  u.begin = std::min(u.begin, begin);
  u.end = std::max(u.end, end);
  u.bytes += p.bytes;
}

void StageTally::settle_up_to(Ps now, Row& r) const {
  Union u = r.settled;  // beside the pieces, so that it can stay in registers
  for (; !r.open.empty() && r.open.front().end <= now; r.open.drop()) settle(u, r.open.front());
  r.settled = u;
}

inline StageTally::Row& StageTally::row(const Stage* stage, HostId host) {
  const std::uint64_t mixed = (reinterpret_cast<std::uintptr_t>(stage) + host.value) * 0x9e3779b97f4a7c15;
  Row*& likely = likely_[mixed >> 58];
  return likely && likely->stage == stage && likely->host == host ? *likely : find_row(stage, host, likely);
}

void StageTally::add(const Span& span, HostId host, Ps now) {
  if (t0_ == never || span.end <= t0_ || span.begin >= close_) return;
  Row& r = row(span.stage, host);
  if (close_ != never) return settle(r.settled, {span.begin, span.end, span.bytes});
  if (r.open.size() >= worth_a_look) settle_up_to(now, r);
  r.open.add() = {span.begin, span.end, span.bytes};
  r.seen = now;
}

void StageTally::close(Ps t) {
  close_ = t;
  for (Row& r : rows_) settle_up_to(never, r);
}

std::vector<StageSpan> StageTally::result(const std::function<std::string(HostId)>& name_of) const {
  std::vector<StageSpan> all;
  for (Row r : rows_) {
    settle_up_to(r.seen, r);
    const Union& u = r.settled;
    if (u.begin == never) continue;
    all.push_back({std::string(r.stage->id), name_of(r.host), r.stage->unit, u.begin, u.end, u.bytes, u.busy});
  }
  // Not in the order of addresses: the same on every machine.
  std::sort(all.begin(), all.end(), [](const StageSpan& a, const StageSpan& b) {
    return std::tie(a.begin, a.host, a.id) < std::tie(b.begin, b.host, b.id);
  });
  return all;
}

}  // namespace rocelab::scenarios
