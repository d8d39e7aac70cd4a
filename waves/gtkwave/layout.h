#pragma once
#include "waves/gtkwave/activity.h"
#include "waves/gtkwave/line.h"
#include "waves/gtkwave/markers.h"
#include "waves/rows/rows.h"

namespace rocelab::waves {

/// Which rows the view shows, in the order of the story: what the lesson says, then each lane's path step by step with
/// its cores and its signals, then the network that the lanes have in common. Where a lane's network pauses it, slows
/// it down or fills a queue, the rows that say so stand in the lane's group, and its stages fold if there is no room
/// for both. What only played a part before the window, or going back, lies in closed groups; a signal that never
/// changed stays out. `share` of the recorded window is seen when the view opens.
Lines lay_out(const Rows&, const Activity&, const Markers&, double share = 1);

}  // namespace rocelab::waves
