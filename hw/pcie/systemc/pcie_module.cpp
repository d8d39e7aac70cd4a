#include "hw/pcie/systemc/pcie_module.h"

#include <cstring>
#include <stdexcept>

#include "tlm/prefetch.h"
#include "tlm/systemc/clockwork.h"

namespace rocelab::pcie {

PcieModule::PcieModule(sc_core::sc_module_name name, Timeline& timeline, Probe& probe, Tag tag, HostMemory& memory,
                       const Profile& profile)
    : sc_module(name), slot_(make_slot({timeline, *this, memory, probe, tag}, profile)) {
  mmio.register_b_transport(this, &PcieModule::store);
  this->memory.register_invalidate_direct_mem_ptr(this, &PcieModule::grants_end);
}

void PcieModule::attach(MmioDevice& device, std::uint64_t base, std::uint64_t bytes) {
  bars_.push_back({&device, base, bytes});
}

void PcieModule::store(tlm::tlm_generic_payload& store, sc_core::sc_time& delay) {
  store.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  for (const Bar& bar : bars_) {
    if (store.get_address() < bar.base || store.get_address() >= bar.base + bar.bytes) continue;
    if (!store.is_write() || store.get_data_length() > sizeof Posted::octets) return;
    auto posted = free_.empty() ? std::make_unique<Posted>() : std::move(free_.back());
    if (!free_.empty()) free_.pop_back();
    posted->device = bar.device;
    posted->offset = store.get_address() - bar.base;
    posted->bytes = store.get_data_length();
    std::memcpy(posted->octets.data(), store.get_data_ptr(), posted->bytes);
    const std::uint32_t bytes = posted->bytes;
    slot_->store(from_sc_time(delay), bytes, [this, posted = std::move(posted)]() mutable {
      posted->device->mmio_write(posted->offset, posted->octets.data(), posted->bytes);
      free_.push_back(std::move(posted));
    });
    store.set_response_status(tlm::TLM_OK_RESPONSE);
    return;
  }
}

void PcieModule::read(BusAddr from, std::uint8_t* to, std::uint32_t bytes) {
  if (const std::uint8_t* octets = readable_.find(from, bytes)) {
    std::memcpy(to, octets, bytes);
  } else {
    transport(tlm::TLM_READ_COMMAND, from, to, bytes);
  }
}

void PcieModule::write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes) {
  if (std::uint8_t* octets = writable_.find(to, bytes)) {
    std::memcpy(octets, from, bytes);
  } else {
    transport(tlm::TLM_WRITE_COMMAND, to, const_cast<std::uint8_t*>(from), bytes);
  }
}

/// By a pointer for reading, also where the octets are to be written: memory grants that even while somebody watches.
void PcieModule::prefetch(BusAddr at, std::uint32_t bytes) {
  if (const std::uint8_t* octets = readable_.find(at, bytes)) return rocelab::prefetch(octets, bytes);
  dma_.set_command(tlm::TLM_READ_COMMAND);
  dma_.set_address(at);
  dma_.set_data_length(bytes);
  tlm::tlm_dmi granted;
  if (memory->get_direct_mem_ptr(dma_, granted)) readable_.add(at, granted);
}

void PcieModule::transport(tlm::tlm_command command, BusAddr addr, std::uint8_t* octets, std::uint32_t bytes) {
  dma_.set_command(command);
  dma_.set_address(addr);
  dma_.set_data_ptr(octets);
  dma_.set_data_length(bytes);
  dma_.set_streaming_width(bytes);
  dma_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  dma_.set_dmi_allowed(false);
  sc_core::sc_time untimed = sc_core::SC_ZERO_TIME;  // the slot has already spent the time
  memory->b_transport(dma_, untimed);
  if (dma_.is_response_error()) throw std::runtime_error("pcie: DMA to an address without memory");
  tlm::tlm_dmi granted;
  if (!dma_.is_dmi_allowed() || !memory->get_direct_mem_ptr(dma_, granted)) return;
  (command == tlm::TLM_READ_COMMAND ? readable_ : writable_).add(addr, granted);
}

void PcieModule::grants_end(sc_dt::uint64, sc_dt::uint64) {
  readable_.forget();
  writable_.forget();
}

}  // namespace rocelab::pcie
