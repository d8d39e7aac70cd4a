#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "host/memory/physical.h"
#include "host/os/registers.h"
#include "hw/nic/ethernet_nic.h"

namespace rocelab::host {

/// A range of kernel memory.
struct Piece {
  BusAddr addr = 0;
  std::uint32_t bytes = 0;
};

/// What the stack hands to the driver: headers in octets, payload where it lies.
struct OutgoingSkb {
  std::vector<std::uint8_t> headers;
  std::vector<Piece> payload;
  std::uint16_t mss = 0;  // > 0: let the NIC cut (TSO)
  bool checksum_by_nic = false;
  nic::TxNote note;
};

/// A received frame in a kernel buffer. The buffer belongs to the receiver until give_back().
struct IncomingFrame {
  BusAddr buffer = 0;
  std::uint32_t bytes = 0;
};

/// The driver of the Ethernet NIC: rings in kernel memory, doorbells through the BAR.
class NetDevice {
 public:
  static constexpr std::uint32_t entries = 1024;       // eth_ring_entries
  static constexpr std::uint32_t buffer_bytes = 2048;  // holds a frame of MTU 1500; two to a page

  /// `buffer` is the size of a receive buffer: page_bytes / n or a whole number of pages.
  NetDevice(PhysicalMemory&, Registers&, nic::EthernetNic&, std::uint32_t buffer = buffer_bytes);

  /// Octets of a receive buffer.
  std::uint32_t buffer() const { return buffer_; }

  /// Allocates and announces the rings, posts the receive buffers.
  void bring_up();

  /// Queues a burst; what does not fit into the ring waits in order.
  void transmit(OutgoingSkb);
  /// Moves waiting bursts into the ring as the NIC empties it.
  void drain();

  unsigned queues() const { return nic_.queues(); }
  /// The next frame that a receive queue holds, or nothing.
  std::optional<IncomingFrame> poll(unsigned queue);
  /// Posts fresh buffers for those that poll() took.
  void refill(unsigned queue);
  void give_back(BusAddr buffer) { buffers_.push_back(buffer); }
  /// Tells the NIC how far poll() came and that the next interrupt is welcome.
  void enable_interrupt(unsigned queue);
  /// An interrupt waits `usecs` or for `frames`, whichever is first. At most 65535 each.
  void moderate(unsigned queue, std::uint32_t usecs, std::uint32_t frames);

 private:
  struct RxRing {
    BusAddr descriptors = 0, completions = 0;
    std::uint32_t producer = 0, consumer = 0;
  };

  bool fits(const OutgoingSkb&) const;
  void write_burst(const OutgoingSkb&);
  void put(const nic::TxDescriptor&);
  BusAddr take_buffer();

  PhysicalMemory& memory_;
  Registers& registers_;
  nic::EthernetNic& nic_;
  std::uint32_t buffer_;
  BusAddr tx_ring_ = 0, consumed_at_ = 0, headers_ = 0;
  std::uint32_t tx_producer_ = 0;
  std::vector<RxRing> rx_;
  std::deque<OutgoingSkb> backlog_;
  std::vector<BusAddr> buffers_;
};

}  // namespace rocelab::host
