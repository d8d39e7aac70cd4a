#pragma once
#include <vector>

#include "hw/rnic/device.h"
#include "hw/rnic/ring_buffer.h"
#include "tlm/wire/roce_frame.h"
#include "transport/rc/responder.h"

namespace rocelab::rnic {

/// The receiving pipeline: checks a frame, finds its queue pair, lets the transport decide, writes the payload to
/// application memory by DMA straight from the frame.
class Receiver {
 public:
  Receiver(Device& device, Transmitter& transmitter) : device_(device), transmitter_(transmitter) {}

  /// A whole frame that has passed the pipeline.
  void receive(PacketPtr);

 private:
  struct Atomic {
    Qpn qp{};
    Psn psn{};
    BusAddr address = 0;
    rc::Arrival::Atomic operands;
    PacketPtr scratch;  // 8 octets
    Tag tag;
  };

  void accept(const PacketPtr&, const wire::RoceView&);
  QueuePair* addressed(const wire::RoceView&, const Packet&);
  /// What speaks against the packet, or nullptr.
  const Counter* objection(const QueuePair&, const wire::RoceView&) const;
  void notify_congestion(QueuePair&, const wire::RoceView&);
  void deliver(QueuePair&, const PacketPtr&, const wire::RoceView&);
  void request(QueuePair&, PacketPtr);
  bool handle_request(QueuePair&, PacketPtr&);
  void response(QueuePair&, const PacketPtr&, const wire::RoceView&);
  void park(QueuePair&);
  void unpark(Qpn);
  void report_nak(QueuePair&, const rc::Arrival&, Tag);
  void start_atomic();
  void read_atomic();
  void finish_atomic();

  Device& device_;
  Transmitter& transmitter_;
  std::vector<protection::Piece> pieces_;  // scratch
  RingBuffer<Atomic> atomics_;  // one is executed at a time: atomic with respect to each other (IBTA vol. 1, 9.4.5)
};

}  // namespace rocelab::rnic
