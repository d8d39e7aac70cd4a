#include "hw/rnic/transmitter.h"

#include <utility>

#include "hw/rnic/datagram.h"
#include "hw/rnic/facts.h"
#include "hw/rnic/frame_builder.h"
#include "hw/rnic/queue_pair.h"

namespace rocelab::rnic {

void Transmitter::schedule(QueuePair& q) {
  if (q.scheduled) return;
  q.scheduled = true;
  turn(q.number, q.config.priority.value & 7);
}

void Transmitter::turn(Qpn qpn, unsigned lane) {
  lanes_[lane].turn.push(qpn);
  busy_ |= 1u << lane;
}

void Transmitter::pump() {
  if (pumping_) return;  // the port called back from inside send()
  pumping_ = true;
  for (unsigned all = busy_; all != 0;) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(all));
    pump(lane);
    all = busy_ & ~1u << lane;  // lanes may have become busy; ~1u: those above this one
  }
  pumping_ = false;
}

void Transmitter::pump(unsigned lane) {
  do {
    drain(lane);
  } while (pick(lane));  // what was picked may be ready at once
  if (lanes_[lane].turn.empty() && lanes_[lane].frames.empty()) busy_ &= ~(1u << lane);
}

/// A lane is due at most once for the same time; an earlier need adds another.
void Transmitter::wake(Lane& lane, Ps t) {
  if (lane.woken_for <= t) return;
  lane.woken_for = t;
  device_.timeline.schedule(t, lane);
}

void Transmitter::woken(Lane& lane) {
  if (lane.woken_for == device_.timeline.now()) lane.woken_for = never;
  pump();
}

bool Transmitter::pick(unsigned lane) {
  Lane& l = lanes_[lane];
  const Profile& p = device_.profile;
  const Ps now = device_.timeline.now();
  bool any = false;
  while (!l.turn.empty() && l.bytes < p.tx_window_bytes && l.frames.size() < p.tx_window_packets) {
    if (now < l.next_pick) {
      wake(l, l.next_pick);
      break;
    }
    QueuePair* q = device_.find(l.turn.pop());
    if (!q || !has_context(*q, lane)) continue;
    q->scheduled = false;
    if (send_one(*q, lane)) {
      schedule(*q);
      l.next_pick = p.after(now, p.packet_interval);
      any = true;
    }
    q->arm_timer();
  }
  return any;
}

/// False: the queue pair takes its turn once its context is here. It then keeps it for that turn, however long others
/// hold the pipeline.
bool Transmitter::has_context(QueuePair& q, unsigned lane) {
  CachedTable& contexts = device_.resources.contexts;
  if (!contexts.can_miss() || std::exchange(q.context_here, false)) return true;
  const Tag tag = q.tag(no_message);
  if (contexts.here(q.number.value, tag)) return true;
  contexts.await(q.number.value, tag, [this, qpn = q.number, lane] {
    if (QueuePair* waited = device_.find(qpn)) waited->context_here = true;
    turn(qpn, lane);
    pump();
  });
  return false;
}

bool Transmitter::send_one(QueuePair& q, unsigned lane) {
  // Neither half of a queue pair may starve the other.
  if (!q.answered_last && send_response(q, lane)) return q.answered_last = true;
  q.answered_last = false;
  if (send_request(q, lane)) return true;
  return q.answered_last = send_response(q, lane);
}

void Transmitter::send_cnp(QueuePair& q) {
  constexpr unsigned lane = cnp_priority;
  Frame& f = push(lane, build_cnp(device_.pool, q));
  f.packet->tag = q.tag(no_message);
  device_.probe.count(cnps_sent, f.packet->tag);
  passes(f, device_.profile.ack_build + device_.profile.tx_pipeline);
  busy_ |= 1u << lane;
  pump();
}

bool Transmitter::send_response(QueuePair& q, unsigned lane) {
  // Data of a READ is paced like that of a WRITE: congestion is where it goes, whoever asked for it. What is behind it
  // waits with it, for responses keep their order.
  if (q.rate && q.responder.reads_next() && !paced(q)) return false;
  pieces_.clear();
  bool fatal = false;
  const auto response = q.responder.next(pieces_, fatal);
  if (!response) return false;
  Frame& f = push(lane, build(device_.pool, q, *response));
  f.packet->tag = device_.here(response->tag);
  if (response->again) device_.probe.count(retransmitted_frames, f.packet->tag);
  f.psn = response->psn;
  if (response->length > 0) {
    count_rate(q, *f.packet);
    gather(q, lane, f, q.frames.header_size(response->opcode));
  } else {
    const Ps now = device_.timeline.now();
    const bool nak = response->aeth.kind() != wire::Aeth::Kind::ack;
    const Profile& p = device_.profile;
    passes(f, (nak ? p.nak_build : p.ack_build) + p.tx_pipeline);
    device_.probe.span(stage_ack, f.packet->tag, now, f.ready);
  }
  if (response->refusal.fault != protection::Fault::none)
    device_.report(response->refusal, q.number, response->psn, device_.here(response->tag));
  if (fatal) q.error();
  return true;
}

namespace {
/// Octets of requests that are not acknowledged, whole packets assumed.
std::uint64_t in_flight(const QueuePair& q) {
  return static_cast<std::uint64_t>(q.requester.window().in_flight()) * q.attributes.mtu;
}
}  // namespace

bool Transmitter::send_request(QueuePair& q, unsigned lane) {
  if (!q.may_send() || (q.rate && !(q.rate->window_open(in_flight(q)) && paced(q)))) return false;
  auto segment = q.requester.next(device_.timeline.now());
  if (!segment) return false;
  // A window that fills up must not wait for the ACK that nobody asked for.
  if (q.rate && !q.rate->window_open(2 * in_flight(q))) segment->ack_request = true;
  q.signals.sq_psn(segment->psn);
  q.signals.rewind(segment->transmission > 1);
  device_.probe.count(transport_in_nic, q.tag(segment->work->message));
  q.signals.unacked(q.requester.window().in_flight());
  const rc::SendWork& work = *segment->work;
  pieces_.clear();
  const bool by_value = segment->length > 0 && q.sends.is_inline(work);
  if (segment->length > 0 && !by_value && !q.locate_next(work, segment->offset, segment->length, pieces_)) {
    q.requester.give_up(work, rc::Status::loc_prot_err);  // deregistered under way
    return true;
  }
  q.silence.queued();
  Frame& f = push(lane, q.config.transport == rc::Transport::ud ? build_datagram(device_, q, *segment)
                                                                : build(device_.pool, q, *segment));
  f.packet->tag = q.tag(work.message);
  f.qp = q.number;
  f.life = q.lives;
  f.psn = segment->psn;
  f.request = true;
  count_rate(q, *f.packet);
  if (segment->transmission > 1) device_.probe.count(retransmitted_frames, f.packet->tag);
  f.starts = segment->offset == 0 && segment->transmission == 1;
  f.ends = segment->offset + segment->length == work.length && segment->transmission == 1 ? work.length : 0;
  const std::uint32_t header = f.packet->length - wire::icrc_size - (segment->length + 3) / 4 * 4;
  if (by_value) q.sends.copy_inline(work, segment->offset, segment->length, f.packet->data + header);
  if (pieces_.empty()) {
    passes(f, device_.profile.tx_pipeline);
  } else {
    gather(q, lane, f, header);
  }
  return true;
}

void Transmitter::count_rate(QueuePair& q, const Packet& packet) {
  if (!q.rate) return;
  q.rate->sent(packet.wire_bytes(), device_.timeline.now());
  q.show_rate();
}

/// May the next packet go now? If not, the queue pair has its turn again when it may.
bool Transmitter::paced(QueuePair& q) {
  const Ps next = q.rate->next();
  if (next <= device_.timeline.now()) return true;
  if (!q.rate->waking) {
    q.rate->waking = true;
    device_.timeline.at(next, [this, qpn = q.number] {
      QueuePair* owner = device_.find(qpn);
      if (!owner || !owner->rate) return;
      owner->rate->waking = false;
      schedule(*owner);
      pump();
    });
  }
  return false;
}

Transmitter::Frame& Transmitter::push(unsigned lane, PacketPtr packet) {
  Lane& l = lanes_[lane];
  l.bytes += packet->length;
  Frame& f = l.frames.add();
  f.packet = std::move(packet);
  f.ready = never;
  f.request = f.starts = false;
  f.ends = 0;
  return f;
}

/// DMA reads of the payload straight into the frame, one for each contiguous piece of memory.
void Transmitter::gather(const QueuePair& q, unsigned lane, Frame& frame, std::uint32_t header) {
  frame.begin = device_.timeline.now();
  frame.reads = static_cast<std::uint32_t>(pieces_.size());
  const Tag tag = frame.packet->tag;
  std::uint8_t* to = frame.packet->data + header;
  device_.probe.open(stage_dma_read, tag);
  device_.probe.move(Mover::dma_read, tag, frame.packet->payload, true);
  const std::uint32_t number = lanes_[lane].frames.end() - 1;
  if (!device_.resources.dma.can_wait()) return read(pieces_, to, tag, lane, number);
  // The frame stays in its ring until its octets are here.
  device_.resources.dma.in_order(
      q.number, pieces_, tag, [this, pieces = pieces_, to, tag, lane, number] { read(pieces, to, tag, lane, number); });
}

void Transmitter::read(const std::vector<protection::Piece>& pieces, std::uint8_t* to, Tag tag, unsigned lane,
                       std::uint32_t number) {
  for (const protection::Piece& piece : pieces) {
    device_.memory.read(piece.address, to, piece.length, tag, [this, lane, number] { gathered(lane, number); });
    to += piece.length;
  }
}

void Transmitter::gathered(unsigned lane, std::uint32_t number) {
  Frame& f = lanes_[lane].frames[number];
  if (--f.reads > 0) return;
  device_.probe.close(stage_dma_read, f.packet->tag, f.begin, f.packet->payload);
  if (f.ends) device_.probe.moment(moment_payload_read, f.packet->tag, {{"bytes", f.ends}});
  // Translation stands before the read in hardware; added behind it, it needs no event of its own.
  passes(f, device_.profile.gather + device_.profile.tx_pipeline);
  if (busy_ != 1u << lane || !stands_still(lane)) return pump();
  if (lanes_[lane].frames.first() == number && f.ready > device_.timeline.now()) wake(lanes_[lane], f.ready);
}

/// Would pump() find nothing to do, as mostly: the first frame waits for its time or for the port, and no further one
/// may be begun? Whatever changes that calls pump(), or was waited for when it ran.
bool Transmitter::stands_still(unsigned lane) {
  Lane& l = lanes_[lane];
  const Ps now = device_.timeline.now();
  const bool full = l.bytes >= device_.profile.tx_window_bytes || l.frames.size() >= device_.profile.tx_window_packets;
  if (!full && !l.turn.empty() && now >= l.next_pick) return false;
  return l.frames.front().ready > now || !device_.port.has_room(Priority{static_cast<std::uint8_t>(lane)});
}

/// From now on it is in the pipeline, for so many cycles.
void Transmitter::passes(Frame& frame, std::uint32_t cycles) {
  frame.ready = device_.profile.after(device_.timeline.now(), cycles);
}

void Transmitter::drain(unsigned lane) {
  Lane& l = lanes_[lane];
  while (!l.frames.empty()) {
    const Ps ready = l.frames.front().ready;
    if (ready > device_.timeline.now()) {
      if (ready != never) wake(l, ready);
      break;
    }
    const Priority priority{static_cast<std::uint8_t>(lane)};
    if (!device_.port.has_room(priority)) break;
    Frame& front = l.frames.front();
    PacketPtr packet = std::move(front.packet);
    const Psn psn = front.psn;
    QueuePair* const q = front.request ? device_.find(front.qp) : nullptr;
    const bool lives = q && q->lives == front.life;
    if (front.starts) device_.probe.moment(moment_frame, packet->tag, {{"psn", psn.value()}});
    const bool again = packet->transmission > 1;
    l.frames.pass();
    l.bytes -= packet->length;
    device_.port.send(std::move(packet));
    if (!lives) continue;
    q->silence.left(device_.timeline.now());
    if (q->rate) q->rate->departed(psn, again, device_.timeline.now());
    q->requester.departed(psn, device_.timeline.now());
  }
}

}  // namespace rocelab::rnic
