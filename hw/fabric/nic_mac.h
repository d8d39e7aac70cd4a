#pragma once
#include <memory>

#include "hw/fabric/egress_port.h"
#include "hw/fabric/rx_buffer.h"

namespace rocelab::fabric {

/// The MAC of a NIC port: where frames meet the host's cable. It reports every frame that passes, keeps damaged ones
/// out, and serves the RDMA engine and the Ethernet engine of the same NIC. With set_lossless() it heeds pause frames
/// and sends them.
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

  /// Takes part in PFC; before the first frame.
  void set_lossless(PacketPool& pool, const LosslessPort::Config& config);
  /// The host takes what comes at a rate of its own; before the first frame, after set_lossless().
  void set_rx_buffer(const RxBuffer::Settings& settings);
  /// A sick NIC: pauses its peer without a reason, and stops doing so. Needs set_lossless().
  void hold_peer(Priority p) { lossless_->hold(p); }
  void release_peer(Priority p) { lossless_->release(p); }

  bool hears_ahead() const override { return true; }
  void frame(PacketPtr packet, Ps first_bit, Ps last_bit) override;

 private:
  void starts(PacketPtr& packet, Ps first_bit, Ps last_bit) override;

  Timeline& timeline_;
  Probe& probe_;
  PortId port_;
  FrameSink* rdma_ = nullptr;
  FrameSink* ethernet_ = nullptr;
  EgressPort egress_;
  std::unique_ptr<PortCounters> counters_;
  std::unique_ptr<LosslessPort> lossless_;
  std::unique_ptr<RxBuffer> rx_buffer_;
};

}  // namespace rocelab::fabric
