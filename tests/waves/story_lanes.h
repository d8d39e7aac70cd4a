#pragma once
#include <array>
#include <string>

#include "waves/story.h"
#include "waves/story_script.h"

namespace rocelab::test {

/// The rows of two cores of a host, declared as cores do.
std::array<SignalId, 2> declare_cores(Probe&, const std::string& scope);

/// A transmission: one span each on the wire, in the switch and on the second wire, and the frame at both ports.
struct Road {
  PortId from, to;
  const Stage* path = nullptr;  // a stage of the lane's own that covers the first wire, or none
};
/// 500 ns of cable, 300 ns of switch, from `t` on. Returns when the last bit has arrived.
Ps travel(Script&, const Road&, Ps t, const PacketPtr&);
void declare_network(Probe&, LaneId);

// Each declares its rows and writes its facts into the script.
void tell_tcp(Script&, const Story&);
void tell_rdma(Script&, const Story&);

}  // namespace rocelab::test
