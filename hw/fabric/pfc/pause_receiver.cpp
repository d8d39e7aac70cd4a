#include "hw/fabric/pfc/pause_receiver.h"

#include "hw/fabric/pfc/headroom.h"

namespace rocelab::fabric {

void PauseReceiver::frame(const Packet& packet, Ps last_bit) {
  const std::uint16_t opcode = wire::mac_control_opcode(packet.data, packet.length);
  unsigned enabled = 0;
  std::array<std::uint16_t, 8> timers{};
  if (opcode == wire::PfcFrame::opcode && settings_.kind == PauseKind::priority) {
    const auto pfc = wire::PfcFrame::decode(packet.data);
    enabled = pfc.enabled & heeded_;
    timers = pfc.quanta;
  } else if (opcode == wire::PauseFrame::opcode && settings_.kind == PauseKind::link) {
    enabled = 0xff;
    timers.fill(wire::PauseFrame::decode(packet.data).quanta);
  }
  if (enabled == 0) return;
  const Ps effect = last_bit + quanta(settings_.response_quanta, port_.rate());
  timeline_.at(effect, [this, enabled, timers] { load(enabled, timers); });
}

void PauseReceiver::load(unsigned enabled, const std::array<std::uint16_t, 8>& timers) {
  for (std::uint8_t i = 0; i < 8; ++i) {
    if (!(enabled >> i & 1)) continue;
    const Ps until = timeline_.now() + quanta(timers[i], port_.rate());
    port_.pause(Priority{i}, until);
    if (changed_) changed_(Priority{i}, until);
  }
}

}  // namespace rocelab::fabric
