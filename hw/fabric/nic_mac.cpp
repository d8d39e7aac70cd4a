#include "hw/fabric/nic_mac.h"

#include "hw/fabric/counters.h"
#include "hw/fabric/glance.h"

namespace rocelab::fabric {
namespace {
constexpr Counter dropped_unclaimed{"dropped.unclaimed"};
}

NicMac::NicMac(Timeline& timeline, Probe& probe, PortId port, Rate rate, const std::string& scope)
    : timeline_(timeline), probe_(probe), port_(port), egress_(timeline, probe, rate, scope) {
  egress_.set_owner(*this);
}

void NicMac::set_lossless(PacketPool& pool, const LosslessPort::Config& config) {
  // "rdma.peer.port0" is "peer.port0" within its lane.
  counters_ = std::make_unique<PortCounters>(probe_, config.tag, config.scope.substr(config.scope.find('.') + 1));
  lossless_ = std::make_unique<LosslessPort>(timeline_, probe_, pool, egress_, *counters_, config, [](Priority) {});
}

void NicMac::set_rx_buffer(const RxBuffer::Settings& settings) {
  rx_buffer_ = std::make_unique<RxBuffer>(timeline_, probe_, settings, lossless_.get());
}

void NicMac::starts(PacketPtr& packet, Ps first_bit, Ps last_bit) {
  probe_.frame(port_, true, first_bit, last_bit, packet);
  if (lossless_ && !packet->control) lossless_->departed(packet->priority);
}

void NicMac::frame(PacketPtr packet, Ps first_bit, Ps last_bit) {
  probe_.frame(port_, false, first_bit, last_bit, packet);
  if (packet->fcs_bad) return probe_.count(fcs_errors, packet->tag);
  if (packet->control) {  // not for the host, whether the port heeds it or not
    if (lossless_) lossless_->control(*packet, last_bit);
    return;
  }
  if (is_cross(packet->tag)) return probe_.count(cross_delivered, packet->tag);
  FrameSink* upper = find_bth(*packet) ? rdma_ : ethernet_;
  if (!upper) return count_drop(probe_, dropped_unclaimed, packet->tag);
  if (rx_buffer_) return rx_buffer_->frame(std::move(packet), *upper, last_bit);
  upper->frame(std::move(packet), first_bit, last_bit);
}

}  // namespace rocelab::fabric
