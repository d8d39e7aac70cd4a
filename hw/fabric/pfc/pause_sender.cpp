#include "hw/fabric/pfc/pause_sender.h"

#include "hw/fabric/counters.h"
#include "hw/fabric/pfc/headroom.h"

namespace rocelab::fabric {

PauseSender::PauseSender(Timeline& timeline, Probe& probe, PacketPool& pool, EgressPort& port,
                         const PauseSettings& settings, Tag tag)
    : timeline_(timeline), probe_(probe), pool_(pool), port_(port), settings_(settings), tag_(tag) {}

bool PauseSender::pause(Priority p) {
  if (paused(p) || settings_.kind == PauseKind::none) return false;
  const bool link_holds = settings_.kind == PauseKind::link && paused_ != 0;
  paused_ |= 1u << p.value;
  if (link_holds) return false;
  send(1u << p.value, settings_.quanta);
  timeline_.after(quanta(settings_.quanta, port_.rate()) / 2, [this, round = ++round_] { refresh(round); });
  return true;
}

bool PauseSender::resume(Priority p) {
  if (!paused(p)) return false;
  paused_ &= ~(1u << p.value);
  // Plain PAUSE knows one state: it ends with the last reason.
  if (settings_.kind == PauseKind::link && paused_ != 0) return false;
  send(1u << p.value, 0);
  return true;
}

void PauseSender::refresh(std::uint64_t round) {
  if (round != round_ || paused_ == 0) return;
  send(paused_, settings_.quanta);
  timeline_.after(quanta(settings_.quanta, port_.rate()) / 2, [this, round] { refresh(round); });
}

void PauseSender::send(unsigned priorities, std::uint16_t quanta) {
  PacketPtr packet = pool_.make(wire::PfcFrame::size);
  packet->length = wire::PfcFrame::size;
  packet->tag = tag_;
  packet->control = true;
  if (settings_.kind == PauseKind::link) {
    wire::PauseFrame{quanta}.encode(packet->data, settings_.address);
  } else {
    wire::PfcFrame frame;
    frame.enabled = static_cast<std::uint8_t>(priorities);
    for (std::size_t i = 0; i < frame.quanta.size(); ++i) frame.quanta[i] = priorities >> i & 1 ? quanta : 0;
    frame.encode(packet->data, settings_.address);
  }
  if (quanta > 0) probe_.count(pauses, tag_);
  port_.send(std::move(packet));
}

}  // namespace rocelab::fabric
