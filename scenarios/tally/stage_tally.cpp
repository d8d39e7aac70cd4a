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
  fresh.settled.end = t0_;
  fresh.pieces.resize(fresh.room = worth_a_look);
  places_[index].push_back(&fresh);
  return *(likely = &fresh);
}

/// Takes what has ended, as far as nothing that has not was reported before it.
void StageTally::settle_up_to(Ps now, Row& r) {
  Union u = r.settled;  // beside the pieces, so that it can stay in registers
  const Piece* piece = r.pieces.data();
  const Piece* const end = piece + r.waiting;
  for (; piece != end && piece->end <= now; ++piece) u.add(*piece);
  r.settled = u;
  r.waiting = static_cast<std::size_t>(std::copy(piece, end, r.pieces.data()) - r.pieces.data());
}

[[gnu::noinline]] void StageTally::make_room(Ps now, Row& r) {
  settle_up_to(now, r);
  if (r.waiting > r.room / 2) r.pieces.resize(r.room *= 2);
}

/// Before the window, behind it, or reported when it was over.
void StageTally::add_outside(const Span& span) {
  if (close_ == never || span.end <= t0_ || span.begin >= close_) return;
  row(span.stage, span.tag.host).settled.add({span.begin, std::min(span.end, close_), span.bytes});
}

void StageTally::close(Ps t) {
  close_ = t;
  after_ = never;
  for (Row& r : rows_) {
    for (std::size_t i = 0; i < r.waiting; ++i) {
      const Piece& p = r.pieces[i];
      if (p.begin <= t) r.settled.add({p.begin, std::min(p.end, t), p.bytes});
    }
    r.waiting = 0;
  }
}

std::vector<StageSpan> StageTally::result(const std::function<std::string(HostId)>& name_of) const {
  std::vector<StageSpan> all;
  for (Row r : rows_) {
    settle_up_to(r.seen, r);
    const Union& u = r.settled;
    if (u.begin == never) continue;
    all.push_back({std::string(r.stage->id), name_of(r.host), r.stage->unit, std::max(u.begin, t0_) - t0_, u.end - t0_,
                   u.bytes, u.busy});
  }
  // Not in the order of addresses: the same on every machine.
  std::sort(all.begin(), all.end(), [](const StageSpan& a, const StageSpan& b) {
    return std::tie(a.begin, a.host, a.id) < std::tie(b.begin, b.host, b.id);
  });
  return all;
}

}  // namespace rocelab::scenarios
