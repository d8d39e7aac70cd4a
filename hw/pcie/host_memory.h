#pragma once
#include "tlm/memory_port.h"
#include "tlm/units.h"

namespace rocelab::pcie {

/// What DMA meets behind the root complex: how long its octets have to wait there, beyond the slot's own times.
class HostMemory {
 public:
  virtual ~HostMemory() = default;
  virtual Ps dma_read(BusAddr from, std::uint32_t bytes) = 0;
  virtual Ps dma_write(BusAddr to, std::uint32_t bytes) = 0;
};

/// Memory that never keeps anybody waiting.
class IdealMemory : public HostMemory {
 public:
  Ps dma_read(BusAddr, std::uint32_t) override { return 0; }
  Ps dma_write(BusAddr, std::uint32_t) override { return 0; }
};

}  // namespace rocelab::pcie
