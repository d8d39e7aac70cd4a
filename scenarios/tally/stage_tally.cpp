#include "scenarios/tally/stage_tally.h"

#include <tuple>

namespace rocelab::scenarios {
namespace {
constexpr std::size_t worth_a_look = 64;  // spans
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
  fresh.open.reserve(worth_a_look);
  places_[index].push_back(&fresh);
  return *(likely = &fresh);
}

inline StageTally::Row& StageTally::row(const Stage* stage, HostId host) {
  const std::uint64_t mixed = (reinterpret_cast<std::uintptr_t>(stage) + host.value) * 0x9e3779b97f4a7c15;
  Row*& likely = likely_[mixed >> 58];
  return likely && likely->stage == stage && likely->host == host ? *likely : find_row(stage, host, likely);
}

/// Takes what has ended, as far as nothing that has not was reported before it.
void StageTally::settle_up_to(Ps now, Row& r) {
  Union u = r.settled;  // beside the pieces, so that it can stay in registers
  auto piece = r.open.begin();
  for (; piece != r.open.end() && piece->end <= now; ++piece) u.add(*piece);
  r.settled = u;
  r.open.erase(r.open.begin(), piece);
}

[[gnu::noinline]] void StageTally::make_room(Ps now, Row& r) {
  settle_up_to(now, r);
  if (r.open.size() > r.open.capacity() / 2) r.open.reserve(2 * r.open.capacity());
}

void StageTally::add(const Span& span, HostId host, Ps now) {
  if (span.end <= t0_ || span.begin >= close_) return;
  Row& r = row(span.stage, host);
  const Piece piece{std::max(span.begin, t0_), std::min(span.end, close_), span.bytes};
  if (close_ != never || (r.open.empty() && piece.end <= now)) return r.settled.add(piece);
  if (r.open.size() == r.open.capacity()) make_room(now, r);
  r.open.push_back(piece);
  r.seen = now;
}

void StageTally::close(Ps t) {
  close_ = t;
  for (Row& r : rows_) {
    for (const Piece& p : r.open) {
      if (p.begin <= t) r.settled.add({p.begin, std::min(p.end, t), p.bytes});
    }
    r.open.clear();
  }
}

std::vector<StageSpan> StageTally::result(const std::function<std::string(HostId)>& name_of) const {
  std::vector<StageSpan> all;
  for (Row r : rows_) {
    settle_up_to(r.seen, r);
    const Union& u = r.settled;
    if (u.begin == never) continue;
    all.push_back(
        {std::string(r.stage->id), name_of(r.host), r.stage->unit, u.begin - t0_, u.end - t0_, u.bytes, u.busy});
  }
  // Not in the order of addresses: the same on every machine.
  std::sort(all.begin(), all.end(), [](const StageSpan& a, const StageSpan& b) {
    return std::tie(a.begin, a.host, a.id) < std::tie(b.begin, b.host, b.id);
  });
  return all;
}

}  // namespace rocelab::scenarios
