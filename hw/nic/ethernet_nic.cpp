#include "hw/nic/ethernet_nic.h"

#include <cstring>
#include <stdexcept>

namespace rocelab::nic {

EthernetNic::EthernetNic(Timeline& timeline, Probe& probe, PacketPool& pool, MemoryPort& memory, HostId host,
                         const Config& config, TxEngine::Send send, std::function<void()> interrupt)
    : moderation_(timeline, config.moderation_delay, config.moderation_frames, std::move(interrupt)),
      tx_(timeline, probe, pool, memory, std::move(send)),
      rx_(timeline, probe, memory, host, [this] { moderation_.completed(); }),
      arriving_(timeline, *this) {}

void EthernetNic::mmio_write(std::uint64_t offset, const std::uint8_t* data, std::uint32_t bytes) {
  if (bytes != sizeof(std::uint32_t)) throw std::logic_error("nic: registers are 4 octets wide");
  std::uint32_t value;
  std::memcpy(&value, data, sizeof value);
  switch (offset) {
    case tx_doorbell:
      return tx_.doorbell(value);
    case rx_doorbell:
      return rx_.doorbell(value);
    case interrupt_enable:
      return moderation_.rearm(value, rx_.completions());
    default:
      throw std::logic_error("nic: no such register");
  }
}

}  // namespace rocelab::nic
