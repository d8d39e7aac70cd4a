#include "hw/fabric/nic_mac.h"

#include "hw/fabric/counters.h"
#include "hw/fabric/glance.h"

namespace rocelab::fabric {
namespace {
constexpr Counter dropped_unclaimed{"dropped.unclaimed"};
}

NicMac::NicMac(Timeline& timeline, Probe& probe, PortId port, Rate rate, const std::string& scope)
    : probe_(probe), port_(port), egress_(timeline, probe, rate, scope) {
  egress_.set_owner(*this);
}

void NicMac::starts(const PacketPtr& packet, Ps first_bit, Ps last_bit) {
  probe_.frame(port_, true, first_bit, last_bit, packet);
}

void NicMac::frame(PacketPtr packet, Ps first_bit, Ps last_bit) {
  probe_.frame(port_, false, first_bit, last_bit, packet);
  if (packet->fcs_bad) return probe_.count(fcs_errors, packet->tag);
  FrameSink* upper = find_bth(*packet) ? rdma_ : ethernet_;
  if (!upper) return count_drop(probe_, dropped_unclaimed, packet->tag);
  upper->frame(std::move(packet), first_bit, last_bit);
}

}  // namespace rocelab::fabric
