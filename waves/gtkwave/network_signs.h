#pragma once
#include <vector>

#include "waves/gtkwave/activity.h"
#include "waves/rows/rows.h"

namespace rocelab::waves {

/// Rows in which congestion of a lane's network is read, the most telling first: a switch that says XOFF, a port that
/// is paused, the fullest queue of a switch or of a NIC that receives, the rate of a sender that slows down, then a
/// second XOFF, pause and rate. Empty where nobody paused or slowed down inside the window and no queue grew.
std::vector<RowIndex> network_signs(LaneId, const Rows&, const Activity&);

}  // namespace rocelab::waves
