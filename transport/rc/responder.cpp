#include "transport/rc/responder.h"

#include <algorithm>

#include "transport/rc/credits.h"
#include "transport/rc/packet_length.h"

namespace rocelab::rc {

using protection::Fault;
using protection::Piece;

namespace {

constexpr std::int32_t remembered = 1 << 22;  // numbers behind the expected one that were surely this connection's

}  // namespace

Responder::Responder(protection::KeyTable& keys, ReceiveSource& receives, std::unique_ptr<ReceiverScheme> scheme)
    : keys_(keys), receives_(receives), scheme_(std::move(scheme)) {}

void Responder::configure(const Settings& s) {
  if (s.max_dest_rd_atomic != resources_.size()) resources_.resize(s.max_dest_rd_atomic);
  settings_ = s;
}

void Responder::reset() {
  start(Psn{});
  msn_ = 0;
  nak_sent_ = rnr_sent_ = buffers_.taken = false;
  open_ = Open::none;
  resources_.resize(settings_.max_dest_rd_atomic);
  responses_.clear();
}

/// IBTA vol. 1, 9.7.4.1: first the PSN, and only for the expected one everything else.
Arrival Responder::receive(const wire::RoceView& v, Tag tag, std::vector<Piece>& pieces) {
  const std::int32_t d = v.bth.psn - expected_;
  // Half the numbers lie behind any one, and one READ may take as many: the start is followed before it comes round.
  if (const std::int32_t age = expected_ - first_; age < 0 || age > remembered) first_ = expected_ + -remembered;
  if (d > 0) return early(v, tag);
  if (d < 0) return duplicate(v, tag);
  return in_order(v, tag, pieces);
}

Arrival Responder::early(const wire::RoceView& v, Tag tag) {
  const ReceiverScheme::Verdict verdict = scheme_->early(expected_, v.bth.psn);
  Arrival a;
  a.kind = verdict.hold ? Arrival::Kind::held : Arrival::Kind::dropped;
  if (verdict.restart_message && open_ != Open::none && !rnr_sent_) {
    expected_ = message_first_;
    open_ = Open::none;  // a receive work request in use stays for the repeated message
    nak_sent_ = false;
    a.restarted = true;
  }
  // One NAK per gap (IBTA vol. 1, 9.7.5.2.8); none while the requester waits out an RNR NAK.
  if (!verdict.nak || (nak_sent_ && !verdict.nak_again)) return a;
  nak_sent_ = true;
  ResponseQueue::Entry e;
  e.kind = ResponseQueue::Entry::Kind::nak;
  e.psn = a.nak_psn = expected_;
  e.aeth = wire::Aeth::nak(msn_, wire::NakCode::psn_sequence_error);
  if (scheme_->nak_names_seen()) e.distance_seen = static_cast<std::uint16_t>(v.bth.psn - expected_);
  e.tag = tag;
  responses_.push(e);
  a.nak = e.aeth.syndrome;
  return a;
}

Arrival Responder::duplicate(const wire::RoceView& v, Tag tag) {
  Arrival a;
  a.kind = Arrival::Kind::duplicate;
  a.stale = v.bth.psn - first_ < 0;
  if (!v.op.read && !v.op.atomic) {
    if (v.bth.ack_request) queue_ack((scheme_->whole_messages() ? message_first_ : expected_) + -1, tag);
    return a;
  }
  const ResponderResources::Entry* known = resources_.find(v.bth.psn);
  if (!known || known->atomic != v.op.atomic || !responses_.has_room_again()) return a;
  ResponseQueue::Entry e;
  e.psn = v.bth.psn;
  e.aeth = wire::Aeth::ack(msn_, credits());
  e.again = true;
  e.tag = tag;
  if (v.op.atomic) {
    if (!known->done) return a;
    e.kind = ResponseQueue::Entry::Kind::atomic;
    e.original = known->original;
  } else {
    // It may ask for any part of what was asked for, at the PSN where that part was answered; no more.
    const wire::Reth reth = v.reth();
    const std::uint64_t skipped = static_cast<std::uint64_t>(v.bth.psn - known->first) * settings_.mtu;
    if (skipped > known->length || reth.length > known->length - skipped || reth.va != known->va + skipped) return a;
    e.kind = ResponseQueue::Entry::Kind::read;
    e.va = reth.va;
    e.rkey = reth.rkey;
    e.left = reth.length;
    e.again = true;
  }
  responses_.push(e);
  return a;
}

bool Responder::sequence_right(const wire::OpcodeTraits& t) const {
  if (open_ == Open::none) return t.starts();
  return !t.starts() && t.send == (open_ == Open::send);
}

std::uint32_t Responder::right_of(const wire::OpcodeTraits& t) {
  if (!t.starts()) return 0;  // asked at the first packet
  if (t.write) return protection::remote_write;
  if (t.read) return protection::remote_read;
  if (t.atomic) return protection::remote_atomic;
  return 0;
}

bool Responder::length_right(const wire::RoceView& v) const {
  const wire::OpcodeTraits& t = v.op;
  const std::uint32_t n = v.payload_length;
  if (t.read) return n == 0 && v.reth().length <= longest_message;
  if (t.atomic) return n == 0;
  return data_length_right(v, settings_.mtu, offset_, write_.reth.length);
}

Objection Responder::objection(const wire::RoceView& v) const {
  using Rule = Objection::Rule;
  if (!sequence_right(v.op)) return {Rule::sequence, static_cast<std::uint64_t>(v.bth.opcode), 0};
  const std::uint32_t need = right_of(v.op);
  if ((settings_.access & need) != need) return {Rule::qp_access, need, settings_.access};
  if (!length_right(v)) return {Rule::length, v.payload_length, settings_.mtu};
  return {};
}

Arrival Responder::in_order(const wire::RoceView& v, Tag tag, std::vector<Piece>& pieces) {
  if (const Objection why = objection(v)) return invalid(v, tag, why);
  return v.op.read || v.op.atomic ? accept_fetch(v, tag, pieces) : accept_data(v, tag, pieces);
}

Arrival Responder::refuse(const wire::RoceView& v, wire::NakCode code, Tag tag, Status status,
                          const protection::Refusal& refusal) {
  ResponseQueue::Entry e;
  e.kind = ResponseQueue::Entry::Kind::nak;
  e.psn = v.bth.psn;
  e.aeth = wire::Aeth::nak(msn_, code);
  e.tag = tag;
  responses_.push(e);
  Arrival a;
  a.kind = Arrival::Kind::refused;
  a.fatal = true;
  a.refusal = refusal;
  a.nak = e.aeth.syndrome;
  a.nak_psn = e.psn;
  if (const auto r = abandon(status)) {
    a.completes = true;
    a.received = *r;
  }
  return a;
}

Arrival Responder::invalid(const wire::RoceView& v, Tag tag, const Objection& why) {
  Arrival a = refuse(v, wire::NakCode::invalid_request, tag, Status::rem_inv_req_err);
  a.objection = why;
  return a;
}

Arrival Responder::not_ready(const wire::RoceView& v, Tag tag) {
  ResponseQueue::Entry e;
  e.kind = ResponseQueue::Entry::Kind::nak;
  e.psn = v.bth.psn;
  e.aeth = wire::Aeth::rnr(msn_, settings_.min_rnr_timer);
  e.tag = tag;
  responses_.push(e);
  nak_sent_ = rnr_sent_ = true;  // what follows it on the wire is dropped without a word
  Arrival a;
  a.kind = Arrival::Kind::refused;
  a.nak = e.aeth.syndrome;
  a.nak_psn = e.psn;
  return a;
}

std::optional<Received> Responder::abandon(Status status) {
  open_ = Open::none;
  return buffers_.abandon(status);
}

void Responder::queue_ack(Psn psn, Tag tag) {
  ResponseQueue::Entry e;
  e.psn = psn;
  e.aeth = wire::Aeth::ack(msn_, credits());
  e.tag = tag;
  responses_.push(e);
}

std::uint8_t Responder::credits() const {
  if (!settings_.advertise_credits) return wire::Aeth::no_credits;
  const auto left = receives_.left();
  return left ? credit_code(*left) : wire::Aeth::no_credits;
}

protection::Request Responder::request(Key rkey, protection::Access need, Va va, std::uint64_t length) const {
  return {rkey, true, settings_.domain, settings_.self, need, va, length};
}

}  // namespace rocelab::rc
