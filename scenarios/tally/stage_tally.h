#pragma once
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "scenarios/result.h"

namespace rocelab::scenarios {

/// The stages of one lane inside its window. A span may be reported before its end is reached, and the window may
/// close meanwhile: what lies in the future waits until the window's end is known. What lies in the past waits, too,
/// for its row to be worth a look.
class StageTally {
 public:
  void open(Ps t0) { t0_ = after_ = t0; }
  void close(Ps t);
  /// The stage belongs to the tag's host; no_host is the network. Called several times a packet, so nothing is named
  /// here, and what can be asked later waits with the span.
  void add(const Span& span, Ps now) {
    if (span.end <= after_) return add_outside(span);
    Row& r = row(span.stage, span.tag.host);
    if (r.waiting == r.room) make_room(now, r);
    r.pieces[r.waiting++] = {span.begin, span.end, span.bytes};
    r.seen = now;
  }
  /// `name_of` gives a host's role: local, peer, network.
  std::vector<StageSpan> result(const std::function<std::string(HostId)>& name_of) const;

 private:
  struct Piece {
    Ps begin, end;
    std::uint64_t bytes;
  };
  /// The union of pieces, taken in the order of their reports.
  struct Union {
    Ps begin = never, end, busy = 0;  // `end`: at first where the window begins, so that nothing before it is busy
    std::uint64_t bytes = 0;

    void add(const Piece& p) {
      // Spans of one stage come nearly in order; overlap with what is already counted is not busy twice.
      if (p.end > end) {
        busy += p.end - std::max(p.begin, end);
        end = p.end;
      }
      begin = std::min(begin, p.begin);
      bytes += p.bytes;
    }
  };
  /// One stage of one host: its spans so far, and those that may still be cut by the window's end.
  struct Row {
    const Stage* stage;
    HostId host;
    Union settled;
    std::vector<Piece> pieces;          // the first `waiting` of them
    std::size_t waiting = 0, room = 0;  // room: how many `pieces` holds, without a division by their size
    Ps seen = 0;                        // when the latest of them was reported
  };

  Row& row(const Stage* stage, HostId host) {
    const std::uint64_t mixed = (reinterpret_cast<std::uintptr_t>(stage) + host.value) * 0x9e3779b97f4a7c15;
    Row*& likely = likely_[mixed >> 58];
    return likely && likely->stage == stage && likely->host == host ? *likely : find_row(stage, host, likely);
  }
  Row& find_row(const Stage*, HostId, Row*& likely);
  void add_outside(const Span&);
  static void settle_up_to(Ps now, Row&);
  static void make_room(Ps now, Row&);

  Ps t0_ = never;
  Ps close_ = never;
  Ps after_ = never;                       // what ends later counts: t0 while the window is open, else never
  std::deque<Row> rows_;                   // addresses stay
  std::vector<std::vector<Row*>> places_;  // by host, the network first, of each a dozen, found by looking
  std::array<Row*, 64> likely_{};          // what was found last, by a hash of stage and host
};

}  // namespace rocelab::scenarios
