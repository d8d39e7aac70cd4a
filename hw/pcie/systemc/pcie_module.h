#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "hw/pcie/slot.h"
#include "hw/pcie/systemc/direct_memory.h"
#include "tlm/mmio_device.h"

namespace rocelab::pcie {

/// One PCIe slot: DMA goes out through `memory`, the CPU's stores come in through `mmio`, both TLM-2.0 generic
/// payload. The annotated delay of a store is the CPU's own; the slot adds the way.
///
/// DMA takes direct pointers where the memory grants them, since a frame's payload is two transfers and b_transport
/// takes nearly as many instructions as moving it. What the memory does not grant goes through the socket each time.
class PcieModule : public sc_core::sc_module, private MemoryBus {
 public:
  tlm_utils::simple_initiator_socket<PcieModule> memory{"memory"};
  tlm_utils::simple_target_socket<PcieModule> mmio{"mmio"};

  /// `memory` keeps DMA waiting where it is busy.
  PcieModule(sc_core::sc_module_name, Timeline&, Probe&, Tag, HostMemory& memory, const Profile&);

  /// The DMA side of every device in this slot.
  MemoryPort& port() { return *slot_; }
  /// Rows of the waveform under `scope`, e.g. "rdma.local".
  void declare_rows(const std::string& scope) { slot_->declare_rows(scope); }
  /// Reports what was counted and not yet told.
  void settle() { slot_->settle(); }

  /// Maps a device's registers at [base, base+bytes) of the slot's BAR.
  void attach(MmioDevice& device, std::uint64_t base, std::uint64_t bytes);

 private:
  struct Bar {
    MmioDevice* device;
    std::uint64_t base, bytes;
  };

  /// A posted write on its way: it outlives the store that made it. A write-combined store is at most 256 octets.
  struct Posted {
    MmioDevice* device;
    std::uint64_t offset;
    std::uint32_t bytes;
    std::array<std::uint8_t, 256> octets;
  };

  void store(tlm::tlm_generic_payload&, sc_core::sc_time&);
  void read(BusAddr, std::uint8_t*, std::uint32_t) override;
  void write(BusAddr, const std::uint8_t*, std::uint32_t) override;
  void prefetch(BusAddr, std::uint32_t) override;
  void transport(tlm::tlm_command, BusAddr, std::uint8_t*, std::uint32_t);
  void grants_end(sc_dt::uint64 begin, sc_dt::uint64 end);

  std::unique_ptr<Slot> slot_;
  tlm::tlm_generic_payload dma_;  // one at a time: no access is made from inside another
  DirectMemory readable_, writable_;
  std::vector<Bar> bars_;
  std::vector<std::unique_ptr<Posted>> free_;
};

}  // namespace rocelab::pcie
