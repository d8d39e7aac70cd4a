#pragma once
#include <string>

#include "tlm/units.h"

namespace rocelab::scenarios {

/// A point of a run: on the time axis that the trace shows, or so long after t0, the instant at which all lanes start;
/// negative: before it.
struct RunTime {
  Ps t;
  bool after_t0;
};

/// What of a run is recorded, both ends included.
struct TimeWindow {
  RunTime from;
  RunTime to;
};

/// "1200us, 1300us", "t0-5us, t0+50us" or "all". Throws std::invalid_argument, also when the end does not lie behind
/// the beginning.
TimeWindow parse_window(const std::string&);

}  // namespace rocelab::scenarios
