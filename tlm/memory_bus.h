#pragma once
#include <cstdint>

#include "tlm/memory_port.h"

namespace rocelab {

/// The untimed access behind a timed MemoryPort: octets move now. In a run a TLM-2.0 socket stands behind it.
class MemoryBus {
 public:
  virtual ~MemoryBus() = default;
  virtual void read(BusAddr from, std::uint8_t* to, std::uint32_t bytes) = 0;
  virtual void write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes) = 0;
  /// These octets will be read or written before long (tlm/prefetch.h). Nothing happens in the model.
  virtual void prefetch(BusAddr, std::uint32_t) {}
};

}  // namespace rocelab
