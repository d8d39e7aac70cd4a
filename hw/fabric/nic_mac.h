#pragma once
#include "hw/fabric/egress_port.h"

namespace rocelab::fabric {

/// The MAC of a NIC port: where frames meet the host's cable. It reports every frame that passes, keeps damaged ones
/// out, and serves the RDMA engine and the Ethernet engine of the same NIC.
///
/// Received frames go up at their first bit or ahead of it, with the time of their last; what an engine does with a
/// frame starts at `last_bit` at the earliest. Costs no timeline action beside the egress port's.
class NicMac : public FrameSink, private EgressPort::Owner {
 public:
  NicMac(Timeline& timeline, Probe& probe, PortId port, Rate rate, const std::string& scope);

  /// Where to send: senders keep to has_room() and on_room().
  EgressPort& egress() { return egress_; }

  /// RoCEv2 frames (UDP port 4791) go to `rdma`, all others to `ethernet`; a kind that nobody takes is dropped.
  void attach_rdma(FrameSink& rdma) { rdma_ = &rdma; }
  void attach_ethernet(FrameSink& ethernet) { ethernet_ = &ethernet; }

  bool hears_ahead() const override { return true; }
  void frame(PacketPtr packet, Ps first_bit, Ps last_bit) override;

 private:
  void starts(const PacketPtr& packet, Ps first_bit, Ps last_bit) override;

  Probe& probe_;
  PortId port_;
  EgressPort egress_;
  FrameSink* rdma_ = nullptr;
  FrameSink* ethernet_ = nullptr;
};

}  // namespace rocelab::fabric
