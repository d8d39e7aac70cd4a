#include "end.h"

namespace rocelab::rc::property {
namespace {

constexpr Qpn qpn{0x11};
constexpr std::uint8_t untouched = 0x55;

wire::RoceTemplate template_of() {
  wire::RoceTemplate::Ends ends;
  ends.source = wire::Gid::from_ipv4(0x0a000001);
  ends.destination = wire::Gid::from_ipv4(0x0a000002);
  return wire::RoceTemplate(ends);
}

std::unique_ptr<SenderScheme> sender(const Run& run) {
  const Scheme& s = scheme(run.scheme);
  return s.sender(scheme_values(s, run.parameters));
}
std::unique_ptr<ReceiverScheme> receiver(const Run& run) {
  const Scheme& s = scheme(run.scheme);
  return s.receiver(scheme_values(s, run.parameters));
}

}  // namespace

End::End(Timeline& timeline, PacketPool& pool, const Run& run, int index, Path& out)
    : plan(run.plan[index]),
      keys(static_cast<std::uint64_t>(index) + 1),
      requester(*this, plan.ring, sender(run)),
      responder(keys, *this, receiver(run)),
      memory(plan.memory, untouched),
      timeline_(timeline),
      pool_(pool),
      out_(out),
      name_(index == 0 ? "a" : "b"),
      early_(responder.hold_window()),
      frames_(template_of()),
      random_(index, "rc.property.end") {
  for (std::uint64_t i = 0; i < plan.constant; ++i)
    memory[i] = static_cast<std::uint8_t>(i * 37 + i / 256 * 11 + index);
  expect_ = memory;
  open_.assign(memory.size(), 0);
}

/// Keys of both sides, then each begins.
void End::begin(End& peer) {
  using namespace protection;
  peer_ = &peer;
  const ProtectionDomain pd = peer.keys.allocate_pd();
  const Access all = local_write | remote_write | remote_read | remote_atomic | mw_bind;
  const Registered constant = peer.keys.add(pd, 0, peer.plan.constant, remote_read, {0}, 30);
  const Registered rest = peer.keys.add(pd, peer.plan.constant, peer.memory.size() - peer.plan.constant, all, {0}, 30);
  for (Receive& r : peer.plan.receives) {
    for (Sge& s : r.sges) s.lkey = rest.lkey, peer.open(s.address, s.length);
  }
  peer.plan.responder.domain = pd;
  peer.plan.responder.self = qpn;
  for (Step& s : plan.steps) {
    SendWork& w = s.work;
    w.rkey = w.op == SendOp::read ? constant.rkey : rest.rkey;
    if (s.flaw == Flaw::remote_key) w.rkey = Key{w.rkey.value ^ 0x155};
    if (is_write(w.op) || is_atomic(w.op)) peer.open(w.remote, w.length);
    if (is_atomic(w.op)) std::fill_n(&peer.memory[w.remote], 8, 0);  // cells start at zero
    if (is_fetch(w.op)) open(s.local, w.length);
    if (w.op != SendOp::send_invalidate) continue;
    w.imm = peer.keys.add_window(pd).value;
    peer.keys.bind(Key{w.imm}, rest.lkey, qpn, pd, peer.plan.constant, 8, remote_read);
    if (s.flaw == Flaw::remote_key) w.imm ^= 0x155;
  }
  peer.responder.configure(peer.plan.responder);
  peer.responder.start(plan.first);
  requester.configure(plan.requester);
  requester.start(plan.first);
  timeline_.at(0, [this] { post(); });
  if (plan.hold_at == never) return;
  timeline_.at(plan.hold_at, [this] { requester.hold(true); });
  timeline_.at(plan.hold_at + plan.hold_for, [this] { requester.hold(false), pump(); });
}

void End::post() {
  while (posted_ < plan.steps.size() && requester.has_room() && !failed) {
    requester.push(plan.steps[posted_++].work);
    if (plan.post_gap == 0) continue;
    timeline_.after(plan.post_gap, [this] { post(); });
    break;
  }
  pump();
}

void End::pump() {
  if (busy_) return;
  if (send_one()) {
    busy_ = true;
    timeline_.after(plan.packet_time, [this] { busy_ = false, pump(); });
  }
  arm();
}

bool End::send_one() {
  if (!answered_last_ && send_response()) return answered_last_ = true;
  answered_last_ = false;
  if (send_request()) return true;
  return answered_last_ = send_response();
}

bool End::send_response() {
  pieces_.clear();
  bool fatal = false;
  const auto r = responder.next(pieces_, fatal);
  if (!r) return false;
  wire::Bth bth;
  bth.opcode = r->opcode;
  bth.psn = r->psn;
  bth.reserved6 = static_cast<std::uint8_t>(r->distance_seen >> 7 & 63);
  bth.reserved7 = static_cast<std::uint8_t>(r->distance_seen & 127);
  PacketPtr p = pool_.make(frames_.frame_size(bth.opcode, r->length));
  std::uint8_t* at = frames_.write(*p, bth, r->length);
  const wire::OpcodeTraits t = wire::traits(r->opcode);
  if (t.aeth) r->aeth.encode(at);
  if (t.atomic_ack) wire::AtomicAckEth{r->original}.encode(at + wire::Aeth::size);
  at = p->data + frames_.header_size(bth.opcode);
  for (const protection::Piece& piece : pieces_) at = std::copy_n(&memory[piece.address], piece.length, at);
  out_.send(p);
  if (fatal) error();
  return true;
}

bool End::send_request() {
  if (failed) return false;
  const auto s = requester.next(timeline_.now());
  if (!s) return false;
  const Step& step = plan.steps[s->work->wqe];
  if (step.flaw == Flaw::under_way && s->offset > 0 && s->length > 0) {
    requester.give_up(*s->work, Status::loc_prot_err);
    return true;
  }
  wire::Bth bth;
  bth.opcode = s->opcode;
  bth.psn = s->psn;
  bth.solicited = s->solicited;
  bth.ack_request = s->ack_request;
  PacketPtr p = pool_.make(frames_.frame_size(bth.opcode, s->length));
  encode_extension(*s, frames_.write(*p, bth, s->length));
  if (s->length > 0) std::copy_n(&memory[step.local + s->offset], s->length, p->data + frames_.header_size(bth.opcode));
  out_.send(p);
  return true;
}

void End::arm() {
  const Ps t = failed ? never : requester.wakes();
  if (t >= armed_for_) return;
  armed_for_ = t;
  timeline_.at(std::max(t, timeline_.now()), [this, t] {
    if (armed_for_ == t) armed_for_ = never;
    const Ps now = timeline_.now();
    if (!failed && requester.wakes() <= now) {
      requester.time(now);
      pump();
    }
    if (requester.wakes() > now) arm();
  });
}

}  // namespace rocelab::rc::property
