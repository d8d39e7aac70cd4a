#pragma once
#include "hw/nic/moderation.h"
#include "hw/nic/rx_engine.h"
#include "hw/nic/tx_engine.h"
#include "tlm/conveyor.h"
#include "tlm/frame_sink.h"
#include "tlm/mmio_device.h"

namespace rocelab::nic {

/// An ordinary Ethernet NIC: descriptor rings in host memory, TSO and checksum offload, moderated interrupts.
class EthernetNic : public MmioDevice, public FrameSink {
 public:
  struct Config {
    Ps moderation_delay = 2'000'000;       // dim_rx_cqe_usecs, lowest profile: sparse traffic settles there
    std::uint32_t moderation_frames = 32;  // mlx5_rx_frames
  };

  /// `interrupt` is the MSI-X write on its way to a core.
  EthernetNic(Timeline&, Probe&, PacketPool&, MemoryPort&, HostId, const Config&, TxEngine::Send,
              std::function<void()> interrupt);

  TxEngine& tx() { return tx_; }
  RxEngine& rx() { return rx_; }

  void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) override;
  /// From the MAC at the frame's first bit; store and forward, so nothing happens before its last.
  void frame(PacketPtr packet, Ps, Ps last_bit) override { arriving_.send(last_bit, std::move(packet)); }

 private:
  void receive(PacketPtr& packet) { rx_.receive(std::move(packet)); }

  Moderation moderation_;
  TxEngine tx_;
  RxEngine rx_;
  Conveyor<EthernetNic, PacketPtr, &EthernetNic::receive> arriving_;
};

}  // namespace rocelab::nic
