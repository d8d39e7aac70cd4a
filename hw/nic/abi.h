#pragma once
#include <cstdint>

#include "tlm/memory_port.h"

/// What driver and Ethernet NIC agree on in host memory and registers. Descriptors are little endian, 16 octets.
namespace rocelab::nic {

/// One piece of a frame (or of a TSO burst) to be sent. The first piece of a burst begins with the headers.
struct TxDescriptor {
  BusAddr addr = 0;
  std::uint32_t bytes = 0;
  std::uint16_t mss = 0;     // > 0 on the first piece: cut the payload into segments of mss octets (TSO)
  std::uint8_t flags = 0;    // tx_end | tx_checksum
  std::uint8_t headers = 0;  // first piece: octets of Ethernet, IP and TCP headers
};
inline constexpr std::uint8_t tx_end = 1;       // last piece of the burst
inline constexpr std::uint8_t tx_checksum = 2;  // first piece: fill in the TCP checksum

/// A buffer for a frame to be received.
struct RxDescriptor {
  BusAddr addr = 0;
  std::uint32_t bytes = 0;
  std::uint32_t reserved = 0;
};

/// What became of a receive buffer, written by the NIC in order.
struct RxCompletion {
  std::uint32_t bytes = 0;  // octets of the frame
  std::uint32_t ring = 0;   // index of the descriptor that was used
  std::uint32_t valid = 0;  // pass number: 1 on the first lap of the ring, 2 on the second, …
  std::uint32_t reserved = 0;
};

static_assert(sizeof(TxDescriptor) == 16 && sizeof(RxDescriptor) == 16 && sizeof(RxCompletion) == 16);

/// Registers (4 octets each). Doorbells take producer indexes, free running. Each receive queue has a block of its own.
inline constexpr std::uint64_t tx_doorbell = 0;
inline constexpr std::uint64_t rx_registers = 256;      // block of the first receive queue
inline constexpr std::uint64_t rx_register_bytes = 16;  // a block
inline constexpr std::uint64_t rx_doorbell = 0;         // in a block
inline constexpr std::uint64_t interrupt_enable = 4;    // how many completions were seen: ready for the next interrupt
inline constexpr std::uint64_t interrupt_moderation = 8;  // microseconds in the low half, frames in the high half
inline constexpr std::uint64_t register_bytes = 4096;

constexpr std::uint64_t rx_register(unsigned queue, std::uint64_t which) {
  return rx_registers + queue * rx_register_bytes + which;
}

}  // namespace rocelab::nic
