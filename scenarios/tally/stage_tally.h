#pragma once
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "scenarios/result.h"

namespace rocelab::scenarios {

/// The stages of one lane inside its window. A span may be reported before its end is reached, and the window may
/// close meanwhile: what lies in the future waits until the window's end is known.
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
    Ps begin, end;
    std::uint64_t bytes;
  };
  /// One stage of one host: the union of its spans so far, and those that may still be cut by the window's end.
  struct Row {
    const Stage* stage;
    HostId host;
    Ps begin = never, end = 0, busy = 0;
    std::uint64_t bytes = 0;
    std::deque<Piece> open;
  };

  Row& row(const Stage*, HostId);
  void settle(Row&, const Piece&);
  void settle_up_to(Ps now, Row&);

  Ps t0_ = never;
  Ps close_ = never;
  std::vector<Row> rows_;
  /// Where they are: by host, the network first, of each a dozen, found by looking.
  struct Place {
    const Stage* stage;
    std::uint32_t row;
  };
  std::vector<std::vector<Place>> places_;
};

}  // namespace rocelab::scenarios
