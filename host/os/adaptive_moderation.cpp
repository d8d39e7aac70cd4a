#include "host/os/adaptive_moderation.h"

namespace rocelab::host {
namespace {

/// More than a tenth of what was before.
bool differs(std::uint64_t now, std::uint64_t before) {
  const std::uint64_t gap = now > before ? now - before : before - now;
  return before > 0 && 100 * gap / before > 10;
}

std::uint64_t a_second(std::uint64_t n, Ps during) {
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(n) * 1'000'000'000'000ULL /
                                    static_cast<unsigned __int128>(during));
}

}  // namespace

bool AdaptiveModeration::served(const Totals& now) {
  if (!measuring_) {
    measuring_ = true;
    begin_ = now;
    return false;
  }
  if (now.interrupts - begin_.interrupts < interrupts_a_sample || now.t == begin_.t) return false;
  const Ps during = now.t - begin_.t;
  const bool moved = decide({a_second(now.octets - begin_.octets, during), a_second(now.frames - begin_.frames, during),
                             a_second(now.interrupts - begin_.interrupts, during)});
  measuring_ = !moved;  // a level that has just been set is measured from its own first interrupt
  begin_ = now;
  return moved;
}

/// More octets, then more frames, then fewer interrupts.
AdaptiveModeration::Verdict AdaptiveModeration::compare(const Rates& now, const Rates& before) {
  const auto of = [](bool better) { return better ? Verdict::better : Verdict::worse; };
  if (before.octets == 0) return now.octets > 0 ? Verdict::better : Verdict::same;
  if (differs(now.octets, before.octets)) return of(now.octets > before.octets);
  if (differs(now.frames, before.frames)) return of(now.frames > before.frames);
  if (differs(now.interrupts, before.interrupts)) return of(now.interrupts < before.interrupts);
  return Verdict::same;
}

bool AdaptiveModeration::decide(const Rates& now) {
  const std::size_t index = index_;
  const Walk walk = walk_;
  const Verdict verdict = compare(now, before_);
  switch (walk_) {
    case Walk::resting:
      if (verdict != Verdict::same) set_out();
      break;
    case Walk::tired:
      if (--tired_ == 0) set_out();
      break;
    case Walk::up:
    case Walk::down:
      if (verdict != Verdict::better) turn();
      if (on_top()) {
        rest(Walk::resting);
      } else {
        step();
      }
      break;
  }
  // At rest the sample that was rested on stays what others are compared with.
  if (walk != Walk::resting || walk_ != Walk::resting) before_ = now;
  return index_ != index;
}

void AdaptiveModeration::set_out() {
  walk_ = index_ > 0 ? Walk::down : Walk::up;
  step();
}

void AdaptiveModeration::step() {
  if (tired_ == 2 * levels.size()) return rest(Walk::tired);
  const bool up = walk_ == Walk::up;
  if (index_ == (up ? levels.size() - 1 : 0)) return rest(Walk::resting);
  up ? ++index_ : --index_;
  ++(up ? ups_ : downs_);
  ++tired_;
}

void AdaptiveModeration::turn() {
  const bool up = walk_ == Walk::up;
  walk_ = up ? Walk::down : Walk::up;
  (up ? downs_ : ups_) = 0;
}

void AdaptiveModeration::rest(Walk how) {
  walk_ = how;
  ups_ = downs_ = 0;
  if (how == Walk::resting) tired_ = 0;
}

/// Past the best level and one back.
bool AdaptiveModeration::on_top() const {
  return walk_ == Walk::up ? downs_ > 1 && ups_ == 1 : ups_ > 1 && downs_ == 1;
}

}  // namespace rocelab::host
