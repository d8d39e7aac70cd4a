#include "host/memory/systemc/memory_module.h"

#include <algorithm>

namespace rocelab::host {

MemoryModule::MemoryModule(sc_core::sc_module_name name, PhysicalMemory& memory) : sc_module(name), memory_(memory) {
  socket.register_b_transport(this, &MemoryModule::transport);
}

std::shared_ptr<void> MemoryModule::watch(BusAddr begin, std::uint64_t bytes, std::function<void()> call) {
  const auto kept = std::make_shared<std::function<void()>>(std::move(call));
  watches_.erase(std::remove_if(watches_.begin(), watches_.end(), [](const Watch& w) { return w.call.expired(); }),
                 watches_.end());
  watches_.push_back({begin, begin + bytes, kept});
  return kept;
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
    for (const Watch& w : watches_) {
      if (dma.get_address() >= w.end || dma.get_address() + dma.get_data_length() <= w.begin) continue;
      if (const auto call = w.call.lock()) (*call)();
    }
  }
  dma.set_response_status(tlm::TLM_OK_RESPONSE);
}

}  // namespace rocelab::host
