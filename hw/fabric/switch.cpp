#include "hw/fabric/switch.h"

#include <algorithm>

#include "hw/fabric/counters.h"
#include "hw/fabric/glance.h"

namespace rocelab::fabric {
namespace {

constexpr Counter dropped_loss{"dropped.loss"};
constexpr Counter dropped_tail{"dropped.tail"};
constexpr Counter dropped_pool{"dropped.buffer"};
constexpr Counter dropped_headroom{"dropped.headroom"};
constexpr Counter dropped_watchdog{"dropped.watchdog"};
constexpr Counter dropped_unknown{"dropped.unknown_destination"};

using Verdict = SharedBuffer::Verdict;

const Counter& cause_of(Verdict v) {
  if (v == Verdict::egress_full) return dropped_tail;
  return v == Verdict::pool_full ? dropped_pool : dropped_headroom;
}

/// "rdma.network.sw0" → "sw0": ports are named within their lane.
std::string short_name(const std::string& scope) { return scope.substr(scope.rfind('.') + 1); }

}  // namespace

Switch::Port::Port(Switch& owner, std::size_t index, const SwitchConfig& config)
    : owner(owner),
      index(static_cast<std::uint16_t>(index)),
      egress(owner.timeline_, owner.probe_, config.rates[index], config.name + ".port" + std::to_string(index)),
      counters(owner.probe_, config.tag, short_name(config.name) + ".port" + std::to_string(index)) {
  egress.set_owner(*this);
  if (config.weights) egress.set_weights(*config.weights);
  if (config.pause.kind == PauseKind::none) return;
  LosslessPort::Config c;
  c.scope = config.name + ".port" + std::to_string(index);
  c.priorities = config.buffer.lossless;
  c.pause = config.pause;
  c.watchdog = config.watchdog;
  c.tag = config.tag;
  lossless = std::make_unique<LosslessPort>(owner.timeline_, owner.probe_, owner.pool_, egress, counters, c,
                                            [this](Priority p) { this->owner.purge(*this, p); });
}

void Switch::Port::frame(PacketPtr packet, Ps first_bit, Ps last_bit) {
  owner.arrive(*this, std::move(packet), first_bit, last_bit);
}

/// The packet's octets go back to the pools of the port by which it came in, whose peer may go on.
inline void Switch::let_go(Port& out, const Packet& packet) {
  const std::uint16_t origin = out.origins[packet.priority.value].pop();
  buffer_.release(origin, out.index, packet.priority, packet.frame_bytes());
  if (judges_early_) resume(origin, packet.priority);
}

inline void Switch::left(Port& out, PacketPtr& packet) {
  let_go(out, *packet);
  if (judges_early_) out.lossless->departed(packet->priority);
  if (marks_leaving_ >> packet->priority.value & 1) {
    mark(out, packet, out.egress.queue(packet->priority).bytes());
  }
}

void Switch::Port::starts(PacketPtr& packet, Ps, Ps) {
  if (!packet->control) owner.left(*this, packet);
  // Whoever waits for this frame to end is in the switch until then. Reported slot by slot, since nobody knows
  // beforehand how long a frame waits and a span must not begin in the past.
  if (!owner.probe_.reads(FactKind::span)) return;
  if (const Packet* waiting = egress.next_up()) owner.report_wait(*waiting, *this);
}

Switch::Switch(Timeline& timeline, Probe& probe, PacketPool& pool, const SwitchConfig& config, std::uint64_t run_seed)
    : timeline_(timeline),
      probe_(probe),
      pool_(pool),
      name_(config.name),
      profile_(config.profile),
      buffer_(config.buffer, config.rates.size()),
      classes_(config.classes),
      red_(config.red),
      marks_entering_(config.red && config.mark_at == MarkAt::enqueue ? config.marks : std::uint8_t{0}),
      marks_leaving_(config.red && config.mark_at == MarkAt::dequeue ? config.marks : std::uint8_t{0}),
      judges_early_(config.pause.kind != PauseKind::none),
      loss_(config.loss),
      loss_spares_nak_resend_(config.loss_spares_nak_resend),
      stages_(config.stages),
      tag_(config.tag),
      random_(run_seed, config.name + ".loss"),
      marking_(run_seed, config.name + ".ecn") {
  for (std::size_t i = 0; i < config.rates.size(); ++i) ports_.emplace_back(*this, i, config);
}

inline Switch::Port* Switch::route(const Packet& packet) {
  const std::vector<Port*>* hops = table_.find(destination_mac(packet));
  if (!hops) return nullptr;
  return hops->size() == 1 ? hops->front() : (*hops)[flow_hash(packet) % hops->size()];
}

/// Charges the packet to the buffer; false when it was dropped instead.
inline bool Switch::take(Port& in, Port& out, PacketPtr& packet) {
  const Packet& p = *packet;
  const bool at_risk = p.payload > 0 && !p.lossless && !(loss_spares_nak_resend_ && p.nak_resend);
  if (at_risk && loss_ > 0 && loss_active_ && random_.chance(loss_)) {
    count_drop(probe_, dropped_loss, p.tag);
    return false;
  }
  if (judges_early_ && out.lossless->drops(p.priority)) {
    drop(dropped_watchdog, out, p);
    return false;
  }
  const Verdict verdict = buffer_.take(in.index, out.index, p.priority, p.frame_bytes());
  if (judges_early_ && buffer_.protects(p.priority) && buffer_.above_xoff(in.index, p.priority)) {
    in.lossless->hold(p.priority);
  }
  if (verdict == Verdict::taken) return true;
  drop(cause_of(verdict), out, p);
  return false;
}

inline void Switch::enqueue(Port& in, Port& out, PacketPtr& packet) {
  if (marks_entering_ >> packet->priority.value & 1) {
    mark(out, packet, out.egress.queue(packet->priority).bytes());
  }
  if (out.egress.free_at() > timeline_.now()) report_wait(*packet, out);
  out.origins[packet->priority.value].push(in.index);
  out.egress.send(std::move(packet));
}

void Switch::arrive(Port& in, PacketPtr packet, Ps first_bit, Ps last_bit) {
  const bool stores = profile_.forwarding == Forwarding::store_and_forward;
  if (packet->fcs_bad && (stores || packet->control)) return probe_.count(fcs_errors, packet->tag);
  if (packet->control) {  // ends here, heeded or not: bridges do not forward it (802.3, 31B.1)
    if (in.lossless) in.lossless->control(*packet, last_bit);
    return;
  }
  Port* out = route(*packet);
  if (!out) return count_drop(probe_, dropped_unknown, packet->tag);
  if (classes_) {
    packet->priority = classes_->priority_of(*packet);
    packet->lossless = classes_->protects(packet->priority);
  }

  Ps first_bit_out = last_bit + profile_.latency;
  if (!stores) {
    // A faster line must not overtake the octets that still come in: the last may leave once it has passed through.
    const Ps last_allows = first_bit_out - out->egress.rate().time_of(packet->frame_bytes());
    first_bit_out = std::max(first_bit + profile_.latency, last_allows);
  }
  report_stay(*packet, stores ? last_bit : first_bit, first_bit_out);
  const Ps start = std::max(timeline_.now(), first_bit_out - out->egress.preamble());
  if (judges_early_) {
    whole_.send(std::min(last_bit, start), {std::move(packet), &in, out, start});
  } else {
    passing_.send(start, {std::move(packet), &in, out, start});
  }
}

void Switch::pass(Passage& p) {
  if (judges_early_ || take(*p.in, *p.out, p.packet)) enqueue(*p.in, *p.out, p.packet);
}

void Switch::admit(Passage& p) {
  if (!take(*p.in, *p.out, p.packet)) return;
  if (p.start <= timeline_.now()) return enqueue(*p.in, *p.out, p.packet);
  const Ps start = p.start;
  passing_.send(start, std::move(p));
}

void Switch::resume(std::uint16_t origin, Priority p) {
  LosslessPort& in = *ports_[origin].lossless;
  if (in.holds(p) && buffer_.below_xon(origin, p)) in.release(p);
}

void Switch::purge(Port& out, Priority p) {
  while (!out.egress.queue(p).empty()) {
    const PacketPtr packet = out.egress.discard(p);
    let_go(out, *packet);
    drop(dropped_watchdog, out, *packet);
  }
}

void Switch::mark(Port& out, PacketPtr& packet, std::uint64_t queue) {
  if (!red_->marks(queue, marking_)) return;
  auto traffic = wire::traffic_class(*packet);
  if (!traffic || traffic->ecn == wire::Ecn::not_ect || traffic->ecn == wire::Ecn::ce) return;
  packet = pool_.clone(*packet);
  traffic->ecn = wire::Ecn::ce;
  wire::set_traffic_class(*packet, *traffic);
  out.counters.count(PortCounters::What::marked, packet->priority);
  probe_.count(ecn_marked, packet->tag);
  probe_.moment(moment_marked, between_hosts(packet->tag), {{"queue", queue}});
}

void Switch::drop(const Counter& cause, Port& out, const Packet& packet) {
  out.counters.count(PortCounters::What::dropped, packet.priority);
  count_drop(probe_, cause, packet.tag);
  if (is_cross(packet.tag)) return;
  probe_.moment(moment_congestion_loss, between_hosts(packet.tag),
                {{"queue", out.egress.queue(packet.priority).bytes()}, {"priority", packet.priority.value}});
}

void Switch::report_wait(const Packet& packet, const Port& out) {
  report_stay(packet, timeline_.now() + out.egress.preamble(), out.egress.free_at() + out.egress.preamble());
}

void Switch::report_stay(const Packet& packet, Ps begin, Ps end) {
  if (packet.payload == 0 || !probe_.reads(FactKind::span)) return;
  report(probe_, stages_.switching, stages_.path,
         {nullptr, between_hosts(packet.tag), begin, end, packet.frame_bytes()});
}

}  // namespace rocelab::fabric
