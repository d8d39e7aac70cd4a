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
  void open(Ps t0) { t0_ = t0; }
  void close(Ps t);
  /// `host`: where the stage belongs; no_host is the network. Called once per span, so nothing is named here.
  void add(const Span&, HostId host, Ps now);
  /// `name_of` gives a host's role: local, peer, network.
  std::vector<StageSpan> result(const std::function<std::string(HostId)>& name_of) const;

 private:
  struct Piece {
    Ps begin, end;  // cut at the window's begin
    std::uint64_t bytes;
  };
  /// The union of pieces, taken in the order of their reports.
  struct Union {
    Ps begin = never, end = 0, busy = 0;
    std::uint64_t bytes = 0;

    void add(const Piece& p) {
      // Spans of one stage come nearly in order; overlap with what is already counted is not busy twice.
      busy += std::max<Ps>(0, p.end - std::max(p.begin, end));
      begin = std::min(begin, p.begin);
      end = std::max(end, p.end);
      bytes += p.bytes;
    }
  };
  /// One stage of one host: its spans so far, and those that may still be cut by the window's end.
  struct Row {
    const Stage* stage;
    HostId host;
    Union settled;
    std::vector<Piece> open;
    Ps seen = 0;  // when the latest of them was reported
  };

  Row& row(const Stage*, HostId);
  Row& find_row(const Stage*, HostId, Row*& likely);
  static void settle_up_to(Ps now, Row&);
  static void make_room(Ps now, Row&);

  Ps t0_ = never;
  Ps close_ = never;
  std::deque<Row> rows_;                   // addresses stay
  std::vector<std::vector<Row*>> places_;  // by host, the network first, of each a dozen, found by looking
  std::array<Row*, 64> likely_{};          // what was found last, by a hash of stage and host
};

}  // namespace rocelab::scenarios
