#pragma once
#include <array>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "scenarios/result.h"
#include "tlm/ring_buffer.h"

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
    Ps begin = 0, end = 0;
    std::uint64_t bytes = 0;
  };
  /// The union of spans.
  struct Union {
    Ps begin = never, end = 0, busy = 0;
    std::uint64_t bytes = 0;
  };
  /// One stage of one host: its spans so far, and those that may still be cut by the window's end.
  struct Row {
    const Stage* stage;
    HostId host;
    Union settled;
    RingBuffer<Piece> open;
    Ps seen = 0;  // when the latest of them was reported
  };

  Row& row(const Stage*, HostId);
  Row& find_row(const Stage*, HostId, Row*& likely);
  void settle(Union&, const Piece&) const;
  void settle_up_to(Ps now, Row&) const;

  Ps t0_ = never;
  Ps close_ = never;
  std::deque<Row> rows_;                   // addresses stay
  std::vector<std::vector<Row*>> places_;  // by host, the network first, of each a dozen, found by looking
  std::array<Row*, 64> likely_{};          // what was found last, by a hash of stage and host
};

}  // namespace rocelab::scenarios
