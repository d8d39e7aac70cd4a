#pragma once
#include <memory>

#include "hw/pcie/host_memory.h"
#include "hw/pcie/meter.h"
#include "hw/pcie/profile.h"
#include "tlm/memory_bus.h"
#include "tlm/timeline.h"

namespace rocelab::pcie {

/// One PCIe slot: the DMA of its devices, and the CPU's stores to them.
class Slot : public MemoryPort {
 public:
  /// What a slot stands between, and where it reports.
  struct Surroundings {
    Timeline& timeline;
    MemoryBus& bus;
    HostMemory& memory;
    Probe& probe;
    Tag tag;
  };

  /// A store of the CPU, which ends there `delay` from now: posted, `arrived` runs when the device has it.
  virtual void store(Ps delay, std::uint32_t bytes, Action arrived) = 0;
  /// Declares its rows, in <scope>.pcie. Apart from the constructor: rows are shown in the order of their declaration,
  /// and those of connections come first.
  virtual void declare_rows(const std::string& scope) = 0;
  /// Reports what was counted and not yet told.
  virtual void settle() = 0;
};

/// The model that the profile names.
std::unique_ptr<Slot> make_slot(const Slot::Surroundings&, const Profile&);

/// To the device: a store. A write-combining buffer holds a line of 64 octets, and each is a TLP of its own.
inline constexpr std::uint32_t write_combining_octets = 64;
constexpr std::uint64_t store_octets(std::uint32_t bytes) {
  return bytes + std::uint64_t{write_overhead} * ((bytes + write_combining_octets - 1) / write_combining_octets);
}

}  // namespace rocelab::pcie
