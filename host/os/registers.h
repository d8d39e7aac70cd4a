#pragma once
#include <cstdint>

namespace rocelab::host {

/// The CPU's way to a device: posted stores into the BAR of its slot (TLM-2.0 in a run, a stub in a test).
class Registers {
 public:
  virtual ~Registers() = default;
  virtual void store(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) = 0;

  void store32(std::uint64_t offset, std::uint32_t value) {
    store(offset, reinterpret_cast<const std::uint8_t*>(&value), sizeof value);
  }
};

}  // namespace rocelab::host
