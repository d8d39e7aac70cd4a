#pragma once
#include "waves/gtkwave/activity.h"
#include "waves/gtkwave/line.h"
#include "waves/gtkwave/markers.h"
#include "waves/rows/rows.h"

namespace rocelab::waves {

/// Which rows the view shows, in the order of the story: what the lesson says, then each lane's path step by step with
/// its cores and its signals, then the network that the lanes have in common. What only played a part before the
/// window, or going back, lies in closed groups; a signal that never changed stays out.
Lines lay_out(const Rows&, const Activity&, const Markers&);

}  // namespace rocelab::waves
