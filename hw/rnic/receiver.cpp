#include "hw/rnic/receiver.h"

#include <algorithm>
#include <utility>

#include "hw/rnic/datagram.h"
#include "hw/rnic/facts.h"
#include "hw/rnic/queue_pair.h"
#include "hw/rnic/resource_facts.h"
#include "hw/rnic/transmitter.h"

namespace rocelab::rnic {

void Receiver::receive(const PacketPtr& packet) {
  if (packet->fcs_bad) return;
  const wire::RoceView view = wire::RoceView::parse(*packet);
  CachedTable& contexts = device_.resources.contexts;
  if (!contexts.can_miss() || !view || !device_.find(view.bth.destination)) return accept(packet, view);
  const Tag tag = device_.here(packet->tag);
  if (contexts.here(view.bth.destination.value, tag)) return accept(packet, view);
  device_.resources.retain(*packet);
  contexts.await(view.bth.destination.value, tag, [this, packet] {
    accept(packet, wire::RoceView::parse(*packet));
    device_.resources.release(*packet);
  });
}

/// The context of its queue pair is on the chip.
void Receiver::accept(const PacketPtr& packet, const wire::RoceView& view) {
  QueuePair* q = addressed(view, *packet);
  if (q) deliver(*q, packet, view);
}

/// IBTA vol. 1, 9.6: what fails here is dropped without an answer.
QueuePair* Receiver::addressed(const wire::RoceView& view, const Packet& packet) {
  const Tag tag = device_.here(packet.tag);
  if (!view || view.bth.version != 0 || !view.op.known) {
    device_.probe.count(malformed, tag);
    return nullptr;
  }
  if (!wire::icrc_ok(packet)) {
    device_.probe.count(icrc_errors, tag);
    return nullptr;
  }
  QueuePair* q = device_.find(view.bth.destination);
  if (!q) {
    device_.probe.count(unknown_qp, tag);
    device_.probe.moment(moment_no_such_qp, tag, {{"qpn", view.bth.destination.value}, {"psn", view.bth.psn.value()}});
    return nullptr;
  }
  if (const Counter* why = objection(*q, view)) {
    device_.probe.count(*why, tag);
    const rc::QpState state = q->attributes.state;
    const bool by_state = why == &wrong_state;
    if (!by_state || q->discards_in != state)  // one is the story, those behind it are not
      device_.probe.moment(
          by_state ? moment_not_receiving : moment_not_for_it, tag,
          {{"qpn", q->number.value}, {"psn", view.bth.psn.value()}, {"state", static_cast<std::uint64_t>(state)}});
    if (by_state) q->discards_in = state;
    return nullptr;
  }
  return q;
}

const Counter* Receiver::objection(const QueuePair& q, const wire::RoceView& view) const {
  const bool cnp = view.bth.opcode == wire::Opcode::cnp;
  const bool datagram = q.config.transport == rc::Transport::ud;
  if ((view.bth.pkey & 0x7fff) != (wire::default_pkey & 0x7fff)) return &wrong_pkey;
  if (!rc::receives(q.attributes.state)) return &wrong_state;
  if (!cnp && static_cast<unsigned>(view.bth.opcode) >> 5 != static_cast<unsigned>(q.config.transport))
    return &wrong_transport;
  if (datagram) {
    // From anybody, to any address of the port.
    const auto& own = device_.addresses.gids;
    if (std::find(own.begin(), own.end(), view.destination()) == own.end()) return &wrong_address;
  } else if (view.destination() != q.attributes.path.source || view.source() != q.attributes.path.destination) {
    return &wrong_address;
  }
  if (view.op.response && !q.may_send()) return &wrong_state;
  return nullptr;
}

/// A switch has marked the packet: its sender is told, at most once an interval (RoCEv2 annex, A17.9.3; Zhu et al.,
/// Congestion Control for Large-Scale RDMA Deployments, SIGCOMM'15, section 3.1).
void Receiver::notify_congestion(QueuePair& q, const wire::RoceView& view) {
  if (view.ecn != wire::Ecn::ce || q.config.transport == rc::Transport::ud) return;
  std::uint64_t source = 0;
  for (const std::uint8_t octet : view.source().octets) source = source << 8 ^ source >> 56 ^ octet;
  if (device_.notification_point.marked(q.number.value, source, device_.timeline.now())) transmitter_.send_cnp(q);
}

void Receiver::deliver(QueuePair& q, const PacketPtr& packet, const wire::RoceView& view) {
  if (view.bth.opcode == wire::Opcode::cnp) {
    device_.probe.count(cnps_received, device_.here(packet->tag));
    device_.probe.moment(moment_cnp, device_.here(packet->tag), {{"qpn", q.number.value}});
    if (q.rate) {
      q.rate->notified(device_.timeline.now());
      q.show_rate();
    }
    if (device_.cnp_received) device_.cnp_received(q.number);
    return;
  }
  notify_congestion(q, view);
  if (view.op.response) {
    response(q, packet, view);
  } else {
    request(q, packet, view);
  }
  if (q.at_rest() && !q.scheduled) {
    q.answered_last = false;  // as if its turn had come, and nothing been found
    return;
  }
  q.arm_timer();
  transmitter_.schedule(q);
  transmitter_.pump();
}

void Receiver::response(QueuePair& q, const PacketPtr& packet, const wire::RoceView& view) {
  const Ps now = device_.timeline.now();
  const rc::SendWindow& window = q.requester.window();
  const std::int32_t answers = view.bth.psn - window.oldest;
  const bool awaited = answers >= 0 && answers < window.in_flight();
  if (!awaited) device_.probe.count(unsolicited, device_.here(packet->tag));
  q.arriving = &packet;
  q.placed = false;
  q.silence.heard(now);
  // A NAK acknowledges what lies before the packet that it names.
  const bool nak = view.bth.opcode == wire::Opcode::acknowledge && view.aeth().kind() != wire::Aeth::Kind::ack;
  if (q.rate) q.rate->acknowledged(nak ? view.bth.psn + -1 : view.bth.psn, now);
  if (view.bth.opcode == wire::Opcode::acknowledge) {
    const wire::Aeth aeth = view.aeth();
    const Tag tag = device_.here(packet->tag);
    if (aeth.kind() == wire::Aeth::Kind::ack) {
      if (awaited) device_.probe.moment(moment_acked, tag, {{"psn", view.bth.psn.value()}});
    } else {
      device_.probe.moment(moment_nak, tag,
                           {{"qpn", q.number.value}, {"psn", view.bth.psn.value()}, {"syndrome", aeth.syndrome}});
    }
    if (aeth.kind() != wire::Aeth::Kind::ack && device_.profile.nak_reaction > 0) return react_later(q, packet);
    q.requester.acknowledge(view, now);
  } else if (view.bth.opcode == wire::Opcode::atomic_acknowledge) {
    q.requester.atomic_response(view, now);
  } else {
    q.requester.read_response(view, now);
    if (!q.placed && view.payload_length > 0)
      device_.probe.count(discarded_wire_bytes, device_.here(packet->tag), packet->wire_bytes());
  }
  q.arriving = nullptr;
  show_unacked(q);
}

/// Until the NIC acts on a NAK it goes on sending where it was.
void Receiver::react_later(QueuePair& q, const PacketPtr& packet) {
  q.arriving = nullptr;
  device_.after(device_.profile.nak_reaction, [this, packet, qpn = q.number, life = q.lives] {
    QueuePair* q = device_.find(qpn);
    if (!q || q->lives != life) return;
    q->requester.acknowledge(wire::RoceView::parse(*packet), device_.timeline.now());
    show_unacked(*q);
    q->arm_timer();
    transmitter_.schedule(*q);
    transmitter_.pump();
  });
}

void Receiver::show_unacked(QueuePair& q) {
  const std::int32_t unacked = q.requester.window().in_flight();
  q.signals.unacked(unacked);
  if (unacked == 0) q.signals.rewind(false);
}

/// In order of arrival: nothing passes a packet that waits for its receive work request.
void Receiver::request(QueuePair& q, const PacketPtr& arrived, const wire::RoceView& view) {
  PacketPtr packet = arrived;
  if (q.parked_waits) {
    q.parked.push(std::move(packet));
  } else if (!handle_request(q, packet, view)) {
    q.parked.push(std::move(packet));
    park(q);
  }
}

void Receiver::park(QueuePair& q) {
  q.parked_waits = true;
  q.receives->when_fetched([this, qpn = q.number] { unpark(qpn); });
}

void Receiver::unpark(Qpn qpn) {
  QueuePair* q = device_.find(qpn);
  if (!q) return;
  q->parked_waits = false;
  while (!q->parked.empty()) {
    PacketPtr& first = q->parked.front();
    if (rc::receives(q->attributes.state) && !handle_request(*q, first, wire::RoceView::parse(*first))) {
      park(*q);
      break;
    }
    if (!q->parked.empty()) q->parked.pop();  // a fatal request has thrown them all away
  }
  q->arm_timer();
  transmitter_.schedule(*q);
  transmitter_.pump();
}

/// Early packets that were held follow the one that closes the gap. False when `packet`, then perhaps one of those,
/// has to wait.
bool Receiver::handle_request(QueuePair& q, PacketPtr& packet, const wire::RoceView& arrived) {
  wire::RoceView held;
  for (const wire::RoceView* next = &arrived;; next = &held) {
    const wire::RoceView& view = *next;
    const Tag tag = device_.here(packet->tag);
    pieces_.clear();
    if (!std::exchange(q.established, true) && q.attributes.state == rc::QpState::rtr)
      device_.raise(AsyncEvent::comm_est, q.number.value);
    rc::Arrival a = q.arrive(view, tag, pieces_);
    using Kind = rc::Arrival::Kind;
    if (a.kind == Kind::wait) return false;
    bool discarded = a.kind == Kind::dropped || a.kind == Kind::duplicate;
    if (a.kind == Kind::dropped && q.responder.hold_window() > 0 && view.bth.psn - q.responder.expected() > 0)
      device_.probe.count(early_dropped, tag);
    if (a.kind == Kind::held) discarded = !q.early.hold(view.bth.psn, packet);
    if (a.kind == Kind::accepted) q.open_message.accepted(*packet, a.message_ends);
    if (a.restarted) device_.probe.count(discarded_wire_bytes, tag, q.open_message.forget());
    if (discarded && view.payload_length > 0) device_.probe.count(discarded_wire_bytes, tag, packet->wire_bytes());
    if (a.kind == Kind::duplicate) device_.probe.count(duplicates, tag);
    if (a.stale) {
      device_.probe.count(stale_packets, tag);
      device_.probe.moment(
          moment_stale_packet, tag,
          {{"qpn", q.number.value}, {"psn", view.bth.psn.value()}, {"expected", q.responder.expected().value()}});
    }
    if (a.nak) report_nak(q, a, tag);
    if (q.config.transport != rc::Transport::rc && a.kind == Kind::dropped) device_.probe.count(unreliable_drops, tag);
    if (a.wrong_qkey) device_.probe.count(qkey_errors, tag);
    if (a.refusal.fault != protection::Fault::none) {
      device_.probe.count(access_errors, tag);
      device_.report(a.refusal, q.number, view.bth.psn, tag);
    }
    if (a.objection) device_.report(a.objection, q.number, view.bth.psn, tag);
    device_.probe.count(transport_in_nic, tag);
    const bool ends_write = a.message_ends && view.op.write;
    if (a.kind == Kind::accepted && !a.atomic && !pieces_.empty()) {
      const bool datagram = q.config.transport == rc::Transport::ud;
      const PacketPtr carrier = datagram ? behind_grh(device_.pool, view) : packet;
      const std::uint8_t* octets = datagram ? carrier->data : view.payload;
      device_.scatter(q.number, carrier, octets, pieces_, tag,
                      ends_write ? static_cast<std::uint32_t>(a.message_bytes) : 0);
    } else if (ends_write) {
      device_.probe.moment(moment_payload_written, tag, {{"bytes", a.message_bytes}});
    }
    if (a.atomic) {
      atomics_.push({q.number, q.lives, view.bth.psn, pieces_.front().address, *a.atomic, device_.pool.make(8), tag});
      if (atomics_.size() == 1) start_atomic();
    }
    if (a.completes) q.received(a.received, tag);
    if (q.signals.shown()) {
      q.signals.expected(q.expected());
      q.signals.nak(q.responder.nak_pending());
      q.signals.bitmap(q.held_bitmap());
    }
    if (a.fatal) {
      // No receive work request could tell of it (IBTA vol. 1, 11.6.3.3 and 11.6.3.4).
      if (!a.completes)
        device_.raise(a.refusal.fault == protection::Fault::none ? AsyncEvent::qp_req_err : AsyncEvent::qp_access_err,
                      q.number.value);
      q.error();
      return true;
    }
    const bool reliable = q.config.transport == rc::Transport::rc;
    packet = reliable && a.kind == Kind::accepted ? q.early.take(q.responder.expected()) : PacketPtr{};
    if (!packet) return true;
    held = wire::RoceView::parse(*packet);
  }
}

void Receiver::report_nak(QueuePair& q, const rc::Arrival& a, Tag tag) {
  const bool rnr = (*a.nak >> 5) == static_cast<unsigned>(wire::Aeth::Kind::rnr_nak);
  device_.probe.count(rnr ? rnr_naks : naks, tag);
  device_.probe.moment(moment_nak_sent, tag,
                       {{"qpn", q.number.value},
                        {"psn", a.nak_psn.value()},
                        {"syndrome", *a.nak},
                        {"nak", rnr ? 0u : 1u + (*a.nak & 0x1fu)}});
}

/// A registration may end at any time, and from then on its octets are the owner's alone: the key is asked again before
/// the read and before the write.
void Receiver::start_atomic() {
  if (atomics_.empty()) return;
  const Atomic& next = atomics_.front();
  if (!device_.resources.dma.can_wait()) return read_atomic();
  device_.resources.dma.in_order(next.qp, {{next.address, 8}}, next.tag, [this] { read_atomic(); });
}

/// Its translation is on the chip.
void Receiver::read_atomic() {
  const Atomic& next = atomics_.front();
  const protection::Fault fault = device_.keys.check(next.operands.asked);
  if (fault == protection::Fault::none) {
    device_.probe.move(Mover::dma_read, next.tag, 8, true);
    device_.memory.read(next.address, next.scratch->data, 8, next.tag, [this] { finish_atomic(); });
    return;
  }
  refuse_atomic(atomics_.pop(), fault);
  start_atomic();
}

/// nullptr once it was reset or destroyed: nobody waits for the result.
QueuePair* Receiver::asker(const Atomic& a) const {
  QueuePair* q = device_.find(a.qp);
  return q && q->lives == a.life ? q : nullptr;
}

void Receiver::refuse_atomic(const Atomic& a, protection::Fault fault) {
  device_.probe.count(access_errors, a.tag);
  device_.report({fault, a.operands.asked}, a.qp, a.psn, a.tag);
  QueuePair* q = asker(a);
  // One that has failed meanwhile has told its peer already.
  if (!q || !rc::receives(q->attributes.state)) return;
  q->responder.atomic_refused(a.psn);
  device_.probe.count(naks, a.tag);
  device_.raise(AsyncEvent::qp_access_err, a.qp.value);
  q->error();
  transmitter_.schedule(*q);
  transmitter_.pump();
}

void Receiver::finish_atomic() {
  const Atomic a = atomics_.pop();
  if (const protection::Fault fault = device_.keys.check(a.operands.asked); fault != protection::Fault::none) {
    refuse_atomic(a, fault);
    return start_atomic();
  }
  // A number of the host in memory: little endian here.
  std::uint64_t original = 0;
  for (int i = 7; i >= 0; --i) original = original << 8 | a.scratch->data[i];
  const bool stores = !a.operands.swap || original == a.operands.compare;
  if (stores) {
    std::uint64_t value = a.operands.swap ? a.operands.swap_or_add : original + a.operands.swap_or_add;
    for (int i = 0; i < 8; ++i, value >>= 8) a.scratch->data[i] = static_cast<std::uint8_t>(value);
    device_.probe.move(Mover::dma_write, a.tag, 8, true);
    device_.memory.write(a.address, a.scratch->data, 8, a.tag, [keep = a.scratch] {});
  }
  start_atomic();
  QueuePair* q = asker(a);
  if (!q) return;
  q->responder.atomic_done(a.psn, original);
  transmitter_.schedule(*q);
  transmitter_.pump();
}

}  // namespace rocelab::rnic
