#include "hw/nic/ethernet_nic.h"

#include <cstring>
#include <stdexcept>

namespace rocelab::nic {

EthernetNic::EthernetNic(Timeline& timeline, Probe& probe, PacketPool& pool, MemoryPort& memory, HostId host,
                         const Config& config, TxEngine::Send send, Interrupt interrupt)
    : tx_(timeline, probe, pool, memory, std::move(send)), steering_(config.queues), arriving_(timeline, *this) {
  for (unsigned q = 0; q < config.queues; ++q) {
    queues_.push_back({{timeline, config.moderation_delay, config.moderation_frames, [interrupt, q] { interrupt(q); }},
                       {timeline, probe, memory, host, [this, q] { queues_[q].moderation.completed(); }}});
  }
}

void EthernetNic::mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) {
  if (bytes != sizeof(std::uint32_t)) throw std::logic_error("nic: registers are 4 octets wide");
  std::uint32_t value;
  std::memcpy(&value, data, sizeof value);
  if (offset == tx_doorbell) return tx_.doorbell(value);
  if (offset < rx_registers || offset >= rx_register(queues(), 0)) throw std::logic_error("nic: no such register");
  const std::uint64_t at = offset - rx_registers;
  write_rx(queues_[at / rx_register_bytes], at % rx_register_bytes, value);
}

void EthernetNic::write_rx(Queue& queue, std::uint64_t which, std::uint32_t value) {
  switch (which) {
    case rx_doorbell:
      return queue.rx.doorbell(value);
    case interrupt_enable:
      return queue.moderation.rearm(value, queue.rx.completions());
    case interrupt_moderation:
      return queue.moderation.set(Ps{value & 0xffff} * 1'000'000, value >> 16);
    default:
      throw std::logic_error("nic: no such register");
  }
}

}  // namespace rocelab::nic
