#pragma once
#include <vector>

#include "waves/gtkwave/activity.h"
#include "waves/rows/rows.h"

namespace rocelab::waves {

/// The stage rows of a lane, told as a path.
struct Path {
  std::vector<RowIndex> steps;   // one row a stage, in order: by number, or as they first took part
  std::vector<RowIndex> others;  // took part elsewhere: on the way back, or before the window
};

/// A stage is shown where it first took part inside the window (a sender's ④ before the ④ of the ACK), of several flows
/// for the first of them, so that the rows tell of one message; one that never
/// took part at all is shown idle, since that is a story, too. Wire and switch stand where the data leaves its first
/// host.
Path path_of(LaneId, const Rows&, const Activity&);

/// True for `wire` and `switch`, which all lanes have in common.
bool is_network_stage(const Row&);

}  // namespace rocelab::waves
