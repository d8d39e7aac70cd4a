#pragma once
#include <vector>

#include "hw/rnic/device.h"
#include "tlm/conveyor.h"
#include "tlm/ring_buffer.h"
#include "tlm/wire/roce_frame.h"
#include "transport/rc/responder.h"

namespace rocelab::rnic {

/// The receiving pipeline: checks a frame, finds its queue pair, lets the transport decide, writes the payload to
/// application memory by DMA straight from the frame.
class Receiver {
 public:
  Receiver(Device& device, Transmitter& transmitter) : device_(device), transmitter_(transmitter) {}

  /// A frame whose last bit comes then enters the pipeline, if the receive buffer has room for it.
  void enter(PacketPtr packet, Ps last_bit) {
    if (!device_.resources.admit(*packet)) return;
    pipeline_.send(device_.profile.after(last_bit, device_.profile.rx_pipeline), std::move(packet));
  }
  /// A whole frame has passed the pipeline.
  void receive(const PacketPtr&);

 private:
  struct Atomic {
    Qpn qp{};
    std::uint32_t life = 0;  // QueuePair::lives
    Psn psn{};
    BusAddr address = 0;
    rc::Arrival::Atomic operands;
    PacketPtr scratch;  // 8 octets
    Tag tag;
  };

  /// The same of one that took its room in the buffer.
  void passed(PacketPtr& packet) {
    receive(packet);
    device_.resources.release(*packet);
  }
  void accept(const PacketPtr&, const wire::RoceView&);
  QueuePair* addressed(const wire::RoceView&, const Packet&);
  /// What speaks against the packet, or nullptr.
  const Counter* objection(const QueuePair&, const wire::RoceView&) const;
  void notify_congestion(QueuePair&, const wire::RoceView&);
  void deliver(QueuePair&, const PacketPtr&, const wire::RoceView&);
  void request(QueuePair&, const PacketPtr&, const wire::RoceView&);
  bool handle_request(QueuePair&, PacketPtr&, const wire::RoceView&);
  void response(QueuePair&, const PacketPtr&, const wire::RoceView&);
  void react_later(QueuePair&, const PacketPtr&);
  void show_unacked(QueuePair&);
  void park(QueuePair&);
  void unpark(Qpn);
  void report_nak(QueuePair&, const rc::Arrival&, Tag);
  void start_atomic();
  void read_atomic();
  void finish_atomic();
  QueuePair* asker(const Atomic&) const;
  void refuse_atomic(const Atomic&, protection::Fault);

  Device& device_;
  Transmitter& transmitter_;
  Conveyor<Receiver, PacketPtr, &Receiver::passed> pipeline_{device_.timeline, *this};
  std::vector<protection::Piece> pieces_;  // scratch
  RingBuffer<Atomic> atomics_;  // one is executed at a time: atomic with respect to each other (IBTA vol. 1, 9.4.5)
};

}  // namespace rocelab::rnic
