#pragma once
#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "hw/nic/abi.h"
#include "tlm/packet_pool.h"
#include "tlm/probe.h"

namespace rocelab::nic {

/// What instrumentation knows about a burst beside its descriptors: a NIC cannot see messages or flows.
struct TxNote {
  Tag tag;
  std::uint32_t payload = 0;
  std::uint16_t transmission = 1;
};

/// The transmit half of an Ethernet NIC: fetches descriptors, gathers a burst by DMA, cuts it (TSO), sends it.
class TxEngine {
 public:
  using Send = std::function<void(PacketPtr)>;

  TxEngine(Timeline&, Probe&, PacketPool&, MemoryPort&, Send);

  /// `ring`: `entries` descriptors (a power of two); `consumed`: 4 octets where the NIC writes how far it has come.
  void configure(BusAddr ring, std::uint32_t entries, BusAddr consumed);
  /// Producer index, free running.
  void doorbell(std::uint32_t producer);
  /// Beside the first descriptor of a burst.
  void note(std::uint32_t index, const TxNote& note) { notes_[index & mask_] = note; }

 private:
  static constexpr std::uint32_t batch = 16;  // descriptors per fetch: 256 octets, one PCIe completion

  struct Burst {
    PacketPtr packet;
    TxDescriptor first;
    TxNote note;
    Ps begin;
    std::uint32_t end_index;
    std::uint32_t reads = 0;
  };

  void fetch();
  void fetched(std::uint32_t n);
  void gather();
  void gathered(std::uint32_t end_index);
  void send(Burst&);

  Timeline& timeline_;
  Probe& probe_;
  PacketPool& pool_;
  MemoryPort& memory_;
  Send send_;
  BusAddr ring_ = 0;
  BusAddr consumed_at_ = 0;
  std::uint32_t mask_ = 0;
  std::uint32_t producer_ = 0;
  std::uint32_t fetched_ = 0;   // descriptors fetched
  std::uint32_t gathered_ = 0;  // descriptors handed to a burst
  std::uint32_t consumed_ = 0;  // descriptors sent; what the host reads
  bool fetching_ = false;
  Ps fetch_begin_ = 0;
  std::array<TxDescriptor, batch> incoming_{};
  std::deque<TxDescriptor> ready_;
  std::deque<Burst> bursts_;
  std::vector<TxNote> notes_;
};

}  // namespace rocelab::nic
