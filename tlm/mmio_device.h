#pragma once
#include <cstdint>

namespace rocelab {

/// A device register window as the CPU sees it. Writes are posted: they arrive later and cannot be refused.
class MmioDevice {
 public:
  virtual ~MmioDevice() = default;
  virtual void mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) = 0;
};

}  // namespace rocelab
