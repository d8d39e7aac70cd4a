#pragma once
#include "tlm/units.h"
#include "transport/tcp/segment.h"

namespace rocelab::app::packetdrill {

/// What left the machine: a segment of one socket, cut into frames only where the script asks for frames.
struct Sent {
  Ps at = 0;
  tcp::SegmentOut segment;
};

}  // namespace rocelab::app::packetdrill
