#include "host/memory/systemc/memory_module.h"

#include <algorithm>
#include <utility>

namespace rocelab::host {

namespace {
/// Of direct access: large against a frame, small against a message whose last octet is watched.
constexpr BusAddr block_bytes = 64 << 10;
}  // namespace

MemoryModule::MemoryModule(sc_core::sc_module_name name, PhysicalMemory& memory) : sc_module(name), memory_(memory) {
  socket.register_b_transport(this, &MemoryModule::transport);
  socket.register_get_direct_mem_ptr(this, &MemoryModule::grant);
}

std::shared_ptr<void> MemoryModule::watch(BusAddr begin, std::uint64_t bytes, std::function<void()> call) {
  const auto kept = std::make_shared<std::function<void()>>(std::move(call));
  watches_.erase(std::remove_if(watches_.begin(), watches_.end(), [](const Watch& w) { return w.call.expired(); }),
                 watches_.end());
  watches_.push_back({begin, begin + bytes, kept});
  const std::uint64_t last = (begin + bytes - 1) / page_bytes;
  if (watched_pages_.size() <= last) watched_pages_.resize(last + 1);
  for (std::uint64_t page = begin / page_bytes; page <= last; ++page) watched_pages_[page] = true;
  if (std::exchange(granted_, false)) socket->invalidate_direct_mem_ptr(0, ~sc_dt::uint64{0});
  return kept;
}

bool MemoryModule::watched(BusAddr begin, BusAddr end) const {
  const std::uint64_t behind = std::min<std::uint64_t>((end - 1) / page_bytes + 1, watched_pages_.size());
  for (std::uint64_t page = begin / page_bytes; page < behind; ++page) {
    if (watched_pages_[page]) return true;
  }
  return false;
}

void MemoryModule::tell(BusAddr begin, BusAddr end) {
  for (const Watch& w : watches_) {
    if (begin >= w.end || end <= w.begin) continue;
    if (const auto call = w.call.lock()) (*call)();
  }
}

void MemoryModule::transport(tlm::tlm_generic_payload& dma, sc_core::sc_time&) {
  if (dma.get_address() < PhysicalMemory::base) {
    dma.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  if (dma.is_read()) {
    memory_.read(dma.get_address(), dma.get_data_ptr(), dma.get_data_length());
  } else {
    memory_.write(dma.get_address(), dma.get_data_ptr(), dma.get_data_length());
    const BusAddr end = dma.get_address() + dma.get_data_length();
    if (watched(dma.get_address(), end)) tell(dma.get_address(), end);
  }
  dma.set_dmi_allowed(grants(dma));
  dma.set_response_status(tlm::TLM_OK_RESPONSE);
}

bool MemoryModule::grants(const tlm::tlm_generic_payload& dma) const {
  const BusAddr block = dma.get_address() / block_bytes * block_bytes;
  return block >= PhysicalMemory::base && !(dma.is_write() && watched(block, block + block_bytes));
}

bool MemoryModule::grant(tlm::tlm_generic_payload& dma, tlm::tlm_dmi& dmi) {
  if (!grants(dma)) return false;
  granted_ = true;
  const BusAddr block = dma.get_address() / block_bytes * block_bytes;
  dmi.set_start_address(block);
  dmi.set_end_address(block + block_bytes - 1);
  dmi.set_dmi_ptr(memory_.octets(block));
  dma.is_write() ? dmi.allow_write() : dmi.allow_read();
  return true;
}

}  // namespace rocelab::host
