#pragma once
#include <cstdint>

#include "tlm/action.h"
#include "tlm/packet.h"

namespace rocelab {

/// A physical (bus) address of a host.
using BusAddr = std::uint64_t;
/// A virtual address of a process, or an iova of a memory region.
using Va = std::uint64_t;

/// How a device reaches its host's memory: timed and asynchronous. Implementations: a PCIe shell in a run,
/// zero time in a test bench. Writes are performed in the order of their calls; a read does not pass an earlier write.
class MemoryPort {
 public:
  virtual ~MemoryPort() = default;
  /// Octets stand in `to` when `done` runs; `to` must live until then.
  virtual void read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag tag, Action done) = 0;
  /// Octets are taken from `from` when the write is performed; `from` must live until `done` runs.
  virtual void write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag tag, Action done) = 0;
};

}  // namespace rocelab
