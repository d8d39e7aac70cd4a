#include <algorithm>

#include "transport/rc/responder.h"

namespace rocelab::rc {

using protection::Fault;
using protection::Piece;
using protection::Refusal;

/// SEND and WRITE. Receive work requests come before keys in the order of precedence, so that a WRITE with immediate
/// that finds none leaves no octet behind.
Arrival Responder::accept_data(const wire::RoceView& v, Tag tag, std::vector<Piece>& pieces) {
  const wire::OpcodeTraits& t = v.op;
  const std::uint32_t n = v.payload_length;
  const bool needs_receive = t.send ? t.starts() && !buffers_.taken : t.imm;
  ReceiveWork work;
  if (needs_receive) {
    const ReceiveSource::Look look = receives_.look(work);
    if (look == ReceiveSource::Look::fetching) {
      Arrival a;
      a.kind = Arrival::Kind::wait;
      return a;
    }
    if (look == ReceiveSource::Look::empty) return not_ready(v, tag);
  }

  const std::uint32_t offset = t.starts() ? 0 : offset_;
  if (t.write) {
    const Refusal refusal = write_.place(keys_, settings_.domain, settings_.self, v, offset, pieces);
    if (refusal.fault != Fault::none)
      return refuse(v, wire::NakCode::remote_access_error, tag, Status::rem_access_err, refusal);
  }
  if (needs_receive) buffers_.take(work, receives_);
  offset_ = offset;
  if (t.send) {
    Refusal refusal;
    const std::size_t before = pieces.size();
    const Status status = buffers_.place(keys_, settings_.domain, settings_.self, offset, n, pieces, refusal);
    if (status != Status::success) {
      const auto code =
          status == Status::loc_len_err ? wire::NakCode::invalid_request : wire::NakCode::remote_operational_error;
      const std::uint64_t room = buffers_.room();
      Arrival a = refuse(v, code, tag, status, refusal);
      if (status == Status::loc_len_err) a.objection = {Objection::Rule::receive, std::uint64_t{offset} + n, room};
      return a;
    }
    if (t.invalidate) {
      const Fault bad = keys_.invalidate(v.ieth().rkey, settings_.self, settings_.domain);
      if (bad != Fault::none) {
        pieces.resize(before);
        return refuse(v, wire::NakCode::remote_access_error, tag, Status::rem_inv_req_err,
                      {bad, request(v.ieth().rkey, protection::local_read, 0, 0)});
      }
    }
  }

  Arrival a;
  a.kind = Arrival::Kind::accepted;
  if (t.starts()) message_first_ = v.bth.psn;
  open_ = t.send ? Open::send : Open::write;
  offset_ += n;
  ++expected_;
  nak_sent_ = rnr_sent_ = false;
  if (t.ends()) finish_message(v, a);
  if (v.bth.ack_request && (t.ends() || !scheme_->whole_messages())) queue_ack(v.bth.psn, tag);
  return a;
}

void Responder::finish_message(const wire::RoceView& v, Arrival& a) {
  open_ = Open::none;
  msn_ = (msn_ + 1) & Psn::mask;
  message_first_ = expected_;
  a.message_ends = true;
  a.message_bytes = offset_;
  if (!buffers_.taken) return;
  a.completes = true;
  a.received = buffers_.finish(v, offset_);
}

/// READ and atomics: no more at a time than the requester was told (IBTA vol. 1, 9.7.4.1).
Arrival Responder::accept_fetch(const wire::RoceView& v, Tag tag, std::vector<Piece>& pieces) {
  if (responses_.fetches() >= resources_.size() || !responses_.has_room())
    return invalid(v, tag, {Objection::Rule::fetches, responses_.fetches() + 1, resources_.size()});
  ResponderResources::Entry known;
  known.first = v.bth.psn;
  known.packets = 1;
  ResponseQueue::Entry e;
  e.psn = v.bth.psn;
  e.tag = tag;
  Arrival a;
  if (v.op.read) {
    const wire::Reth reth = v.reth();
    const protection::Request asked = request(reth.rkey, protection::remote_read, reth.va, reth.length);
    if (const Fault fault = keys_.check(asked); fault != Fault::none)
      return refuse(v, wire::NakCode::remote_access_error, tag, Status::rem_access_err, {fault, asked});
    known.packets = std::max(1u, (reth.length + settings_.mtu - 1) / settings_.mtu);
    known.va = e.va = reth.va;
    known.rkey = e.rkey = reth.rkey;
    known.length = e.left = reth.length;
    e.kind = ResponseQueue::Entry::Kind::read;
  } else {
    const wire::AtomicEth eth = v.atomic_eth();
    const protection::Request asked = request(eth.rkey, protection::remote_atomic, eth.va, 8);
    if (const Fault fault = keys_.check(asked); fault != Fault::none)
      return refuse(v, wire::NakCode::remote_access_error, tag, Status::rem_access_err, {fault, asked});
    if (eth.va % 8 != 0) return invalid(v, tag, {Objection::Rule::alignment, eth.va, 8});
    keys_.translate(eth.rkey, eth.va, 8, pieces);
    a.atomic = Arrival::Atomic{v.bth.opcode == wire::Opcode::compare_swap, eth.swap_or_add, eth.compare, asked};
    known.atomic = true;
    e.kind = ResponseQueue::Entry::Kind::atomic;
    e.ready = false;
  }
  msn_ = (msn_ + 1) & Psn::mask;
  e.aeth = wire::Aeth::ack(msn_, credits());
  resources_.add(known);
  responses_.push(e);
  expected_ = expected_ + known.packets;
  message_first_ = expected_;
  nak_sent_ = rnr_sent_ = false;
  a.kind = Arrival::Kind::accepted;
  a.message_ends = true;
  return a;
}

void Responder::atomic_done(Psn psn, std::uint64_t original) {
  if (ResponderResources::Entry* known = resources_.find(psn); known && known->atomic) {
    known->original = original;
    known->done = true;
  }
  if (ResponseQueue::Entry* e = responses_.waiting_atomic(psn)) {
    e->original = original;
    e->ready = true;
  }
}

void Responder::atomic_refused(Psn psn) {
  const ResponseQueue::Entry* waiting = responses_.waiting_atomic(psn);
  if (!waiting) return;
  ResponseQueue::Entry e;
  e.kind = ResponseQueue::Entry::Kind::nak;
  e.psn = psn;
  e.aeth = wire::Aeth::nak(msn_, wire::NakCode::remote_access_error);
  e.tag = waiting->tag;
  responses_.cut(*waiting, e);
}

bool Responder::has_response() { return !responses_.empty() && responses_.front().ready; }

std::optional<Response> Responder::next(std::vector<Piece>& pieces, bool& fatal) {
  using Kind = ResponseQueue::Entry::Kind;
  if (!has_response()) return std::nullopt;
  ResponseQueue::Entry& e = responses_.front();
  Response r;
  r.psn = e.psn;
  r.aeth = e.aeth;
  r.tag = e.tag;
  if (e.kind == Kind::atomic) {
    r.opcode = wire::Opcode::atomic_acknowledge;
    r.original = e.original;
    responses_.pop();
    return r;
  }
  if (e.kind != Kind::read) {
    r.distance_seen = e.distance_seen;
    responses_.pop();
    return r;
  }
  r.length = std::min(e.left, settings_.mtu);
  r.again = e.again;
  const protection::Request asked = request(e.rkey, protection::remote_read, e.va, r.length);
  if (const Fault fault = keys_.check(asked); fault != Fault::none) {
    // Deregistered while it was being read.
    fatal = true;
    r.refusal = {fault, asked};
    responses_.clear();
    r.aeth = wire::Aeth::nak(msn_, wire::NakCode::remote_access_error);
    r.length = 0;
    return r;
  }
  if (r.length > 0) keys_.translate(e.rkey, e.va, r.length, pieces);
  const bool last = r.length == e.left;
  r.opcode = e.begun ? (last ? wire::Opcode::read_response_last : wire::Opcode::read_response_middle)
                     : (last ? wire::Opcode::read_response_only : wire::Opcode::read_response_first);
  e.begun = true;
  e.va += r.length;
  e.left -= r.length;
  ++e.psn;
  if (last) responses_.pop();
  return r;
}

}  // namespace rocelab::rc
