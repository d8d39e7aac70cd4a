#include "hw/fabric/switch.h"

#include <algorithm>

#include "hw/fabric/counters.h"
#include "hw/fabric/glance.h"

namespace rocelab::fabric {
namespace {
constexpr Counter dropped_loss{"dropped.loss"};
constexpr Counter dropped_tail{"dropped.tail"};
constexpr Counter dropped_unknown{"dropped.unknown_destination"};
}  // namespace

Switch::Port::Port(Switch& owner, Rate rate, const std::string& scope)
    : owner(owner), egress(owner.timeline_, owner.probe_, rate, scope) {
  egress.set_owner(*this);
}

void Switch::Port::frame(PacketPtr packet, Ps first_bit, Ps last_bit) {
  owner.arrive(std::move(packet), first_bit, last_bit);
}

void Switch::Port::starts(const PacketPtr&, Ps, Ps) {
  // Whoever waits for this frame to end is in the switch until then. Reported slot by slot, since nobody knows
  // beforehand how long a frame waits and a span must not begin in the past.
  if (!owner.probe_.reads(FactKind::span)) return;
  if (const Packet* waiting = egress.next_up()) owner.report_wait(*waiting, *this);
}

Switch::Switch(Timeline& timeline, Probe& probe, const SwitchConfig& config, std::uint64_t run_seed)
    : timeline_(timeline),
      probe_(probe),
      profile_(config.profile),
      queue_limit_(config.queue_limit),
      loss_(config.loss),
      loss_spares_nak_resend_(config.loss_spares_nak_resend),
      stages_(config.stages),
      random_(run_seed, config.name + ".loss") {
  for (std::size_t i = 0; i < config.rates.size(); ++i) {
    ports_.emplace_back(*this, config.rates[i], config.name + ".port" + std::to_string(i));
  }
}

void Switch::arrive(PacketPtr packet, Ps first_bit, Ps last_bit) {
  const bool stores = profile_.forwarding == Forwarding::store_and_forward;
  if (stores && packet->fcs_bad) return probe_.count(fcs_errors, packet->tag);
  const auto entry = table_.find(destination_mac(*packet));
  if (entry == table_.end()) return count_drop(probe_, dropped_unknown, packet->tag);
  Port& out = *entry->second;

  Ps first_bit_out = last_bit + profile_.latency;
  if (!stores) {
    // A faster line must not overtake the octets that still come in: the last may leave once it has passed through.
    const Ps last_allows = first_bit_out - out.egress.rate().time_of(packet->frame_bytes());
    first_bit_out = std::max(first_bit + profile_.latency, last_allows);
  }
  report_stay(*packet, stores ? last_bit : first_bit, first_bit_out);
  const Ps start = std::max(timeline_.now(), first_bit_out - out.egress.preamble());
  passing_.send(start, {std::move(packet), &out});
}

void Switch::enqueue(Passage& passage) {
  const Packet& packet = *passage.packet;
  Port& out = *passage.out;
  if (const Counter* cause = refuse(packet, out)) return count_drop(probe_, *cause, packet.tag);
  if (out.egress.free_at() > timeline_.now()) report_wait(packet, out);
  out.egress.send(std::move(passage.packet));
}

const Counter* Switch::refuse(const Packet& packet, const Port& out) {
  const bool at_risk = packet.payload > 0 && !packet.lossless && !(loss_spares_nak_resend_ && packet.nak_resend);
  if (at_risk && loss_ > 0 && loss_active_ && random_.chance(loss_)) return &dropped_loss;
  const FrameQueue& queue = packet.control ? out.egress.control_queue() : out.egress.queue(packet.priority);
  return queue.bytes() + packet.frame_bytes() > queue_limit_ ? &dropped_tail : nullptr;
}

void Switch::report_wait(const Packet& packet, const Port& out) {
  report_stay(packet, timeline_.now() + out.egress.preamble(), out.egress.free_at() + out.egress.preamble());
}

void Switch::report_stay(const Packet& packet, Ps begin, Ps end) {
  if (packet.payload == 0 || !probe_.reads(FactKind::span)) return;
  const Tag tag = between_hosts(packet.tag);
  if (stages_.switching) probe_.span(*stages_.switching, tag, begin, end, packet.frame_bytes());
  if (stages_.path) probe_.span(*stages_.path, tag, begin, end, packet.frame_bytes());
}

}  // namespace rocelab::fabric
