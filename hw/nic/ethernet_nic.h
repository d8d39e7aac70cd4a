#pragma once
#include <deque>

#include "hw/nic/moderation.h"
#include "hw/nic/receive_steering.h"
#include "hw/nic/rx_engine.h"
#include "hw/nic/tx_engine.h"
#include "tlm/conveyor.h"
#include "tlm/frame_sink.h"
#include "tlm/mmio_device.h"

namespace rocelab::nic {

/// An ordinary Ethernet NIC: descriptor rings in host memory, TSO and checksum offload, receive queues that flows are
/// spread over, each with moderated interrupts of its own (an MSI-X vector).
class EthernetNic : public MmioDevice, public FrameSink {
 public:
  struct Config {
    Ps moderation_delay = 2'000'000;       // dim_rx_cqe_usecs, lowest profile: sparse traffic settles there
    std::uint32_t moderation_frames = 32;  // mlx5_rx_frames
    unsigned queues = 1;                   // for receiving
  };
  using Interrupt = std::function<void(unsigned queue)>;

  /// `interrupt` is the MSI-X write of a receive queue on its way to a core.
  EthernetNic(Timeline&, Probe&, PacketPool&, MemoryPort&, HostId, const Config&, TxEngine::Send, Interrupt);

  TxEngine& tx() { return tx_; }
  RxEngine& rx(unsigned queue) { return queues_.at(queue).rx; }
  unsigned queues() const { return static_cast<unsigned>(queues_.size()); }
  ReceiveSteering& steering() { return steering_; }

  void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override;
  /// From the MAC at the frame's first bit; store and forward, so nothing happens before its last.
  void frame(PacketPtr packet, Ps, Ps last_bit) override { arriving_.send(last_bit, std::move(packet)); }

 private:
  struct Queue {
    Moderation moderation;
    RxEngine rx;
  };

  void receive(PacketPtr& packet) { queues_[steering_.queue_of(*packet)].rx.receive(std::move(packet)); }
  void write_rx(Queue&, std::uint64_t which, std::uint32_t value);

  TxEngine tx_;
  ReceiveSteering steering_;
  std::deque<Queue> queues_;
  Conveyor<EthernetNic, PacketPtr, &EthernetNic::receive> arriving_;
};

}  // namespace rocelab::nic
