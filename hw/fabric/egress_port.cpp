#include "hw/fabric/egress_port.h"

#include <algorithm>
#include <stdexcept>

namespace rocelab::fabric {
namespace {
constexpr std::uint64_t preamble_octets = 8;
constexpr std::size_t no_queue = SIZE_MAX;
enum Line : std::uint64_t { idle, data, headers, control };
}  // namespace

EgressPort::EgressPort(Timeline& timeline, Probe& probe, Rate rate, const std::string& scope)
    : timeline_(timeline), probe_(probe), rate_(rate), preamble_(rate.time_of(preamble_octets)) {
  queue_signal_ = probe.declare({scope, "queue_bytes", SignalDecl::Kind::bits, 32, {}, Unit::wire});
  line_signal_ =
      probe.declare({scope, "line", SignalDecl::Kind::state, 2, {"idle", "data", "headers", "control"}, Unit::wire});
}

void EgressPort::send(PacketPtr packet) {
  if (packet->priority.value >= priorities) throw std::out_of_range("egress port: priority above 7");
  const std::size_t index = packet->control ? control_index : packet->priority.value;
  if (waiting_ == 0 && !dwrr_ && timeline_.now() >= free_at_ && paused_until_[index] <= timeline_.now() && mark_ > 1) {
    return start(std::move(packet));  // nothing stands before it
  }
  bytes_ += packet->frame_bytes();
  queues_[index].push(std::move(packet));
  waiting_ |= 1u << index;
  if (timeline_.now() >= free_at_) {
    start_next();
  } else {
    wake_at(free_at_);
  }
  show_queue();
}

void EgressPort::pause(Priority p, Ps until) {
  paused_until_[p.value] = until;
  start_next();
  show_queue();
}

std::size_t EgressPort::next_weighted() const {
  if (waiting_ >> control_index) return control_index;
  const unsigned now_ready = ready();
  return now_ready == 0 ? no_queue : dwrr_->next(now_ready, queues_).queue;
}

unsigned EgressPort::ready() const {
  unsigned ready = waiting_;
  for (unsigned i = 0; i < priorities; ++i) {
    if (paused_until_[i] > timeline_.now()) ready &= ~(1u << i);
  }
  return ready;
}

inline std::size_t EgressPort::next_queue() const {
  if (dwrr_) return next_weighted();
  const Ps now = timeline_.now();
  for (unsigned waiting = waiting_; waiting != 0;) {
    const unsigned highest = 31u - static_cast<unsigned>(__builtin_clz(waiting));
    if (paused_until_[highest] <= now) return highest;
    waiting &= ~(1u << highest);
  }
  return no_queue;
}

const Packet* EgressPort::next_up() const {
  const std::size_t i = next_queue();
  return i == no_queue ? nullptr : &queues_[i].front();
}

void EgressPort::wake_at(Ps t) {
  if (t >= wake_at_) return;
  wake_at_ = t;
  timeline_.schedule(t, waking_);
}

void EgressPort::wake() {
  if (timeline_.now() != wake_at_) return;  // overtaken by an earlier wake, which has seen to it
  wake_at_ = never;
  start_next();
  show_queue();
}

void EgressPort::start_next() {
  if (waiting_ == 0) return;
  if (timeline_.now() < free_at_) return wake_at(free_at_);
  const std::size_t index = next_queue();
  if (index == no_queue) {
    wake_at(first_pause_end());
  } else {
    transmit(index);
  }
}

Ps EgressPort::first_pause_end() const {
  Ps end = never;
  for (std::size_t i = 0; i < priorities; ++i) {
    if (!queues_[i].empty()) end = std::min(end, paused_until_[i]);
  }
  return end;
}

inline PacketPtr EgressPort::take(std::size_t index) {
  PacketPtr packet = queues_[index].pop();
  if (queues_[index].empty()) waiting_ &= ~(1u << index);
  bytes_ -= packet->frame_bytes();
  return packet;
}

void EgressPort::transmit(std::size_t index) {
  const bool had_room = queues_[index].frames() < mark_;
  if (dwrr_ && index != control_index) dwrr_->serve(ready(), queues_);
  start(take(index));
  if (!had_room && queues_[index].frames() < mark_ && index != control_index) {
    tell_senders(Priority{static_cast<std::uint8_t>(index)});
  }
}

void EgressPort::start(PacketPtr packet) {
  const Ps now = timeline_.now();
  const Ps first_bit = now + preamble_;
  const Duration takes = duration(*packet);
  const Ps last_bit = first_bit + takes.frame;
  free_at_ = now + takes.slot;
  if (waiting_ != 0) wake_at(free_at_);
  if (probe_.reads(FactKind::change)) show_line(*packet);
  if (owner_) owner_->starts(packet, first_bit, last_bit);
  line_->frame(std::move(packet), first_bit, last_bit);
}

EgressPort::Duration EgressPort::duration(const Packet& packet) {
  if (packet.frame_bytes() != known_bytes_) {
    known_bytes_ = packet.frame_bytes();
    known_ = {rate_.time_of(packet.frame_bytes()), rate_.time_of(packet.wire_bytes())};
  }
  return known_;
}

PacketPtr EgressPort::discard(Priority p) {
  PacketPtr packet = take(p.value);
  show_queue();
  return packet;
}

void EgressPort::tell_senders(Priority p) {
  if (senders_.empty()) return;
  first_sender_ = (first_sender_ + 1) % senders_.size();
  for (std::size_t i = 0; i < senders_.size(); ++i) senders_[(first_sender_ + i) % senders_.size()](p);
}

void EgressPort::show_queue() {
  if (bytes_ == shown_bytes_) return;
  shown_bytes_ = bytes_;
  probe_.depth(queue_signal_, bytes_);
}

void EgressPort::show_line(const Packet& packet) {
  probe_.change(line_signal_, packet.control ? control : packet.payload > 0 ? data : headers);
  // A frame that follows at once reports after this, so that its own state is the last word at that time.
  probe_.change(line_signal_, idle, free_at_);
}

}  // namespace rocelab::fabric
