#include "transport/uc/responder.h"

#include "transport/rc/packet_length.h"

namespace rocelab::uc {

using protection::Fault;
using protection::Piece;
using rc::Arrival;
using rc::Received;
using rc::ReceiveSource;

void Responder::reset() {
  expected_ = Psn{};
  open_ = Open::none;
  buffers_.taken = false;
}

bool Responder::continues(const wire::RoceView& v) const {
  return open_ != Open::none && v.bth.psn == expected_ && v.op.send == (open_ == Open::send);
}

Arrival Responder::drop(Fault fault) {
  open_ = Open::none;
  Arrival a;
  a.kind = Arrival::Kind::dropped;
  a.fault = fault;
  return a;
}

/// The receive work request itself is at fault: it ends with that status, and the queue pair with it.
Arrival Responder::local_error(rc::Status status, Fault fault) {
  Arrival a;
  a.kind = Arrival::Kind::refused;
  a.fatal = true;
  a.fault = fault;
  a.completes = true;
  a.received = *abandon(status);
  return a;
}

Fault Responder::place_write(const wire::RoceView& v, std::vector<Piece>& pieces) {
  const bool starts = v.op.starts();
  const wire::Reth reth = starts ? v.reth() : reth_;
  const std::uint32_t offset = starts ? 0 : offset_, n = v.payload_length;
  // The whole range at the first packet, and each packet's part again: the region may be gone meanwhile.
  const std::uint64_t length = starts ? reth.length : n;
  const Fault fault = keys_.check(
      {reth.rkey, true, settings_.domain, settings_.self, protection::remote_write, reth.va + offset, length});
  if (fault != Fault::none) return fault;
  if (n > 0) keys_.translate(reth.rkey, reth.va + offset, n, pieces);
  reth_ = reth;
  return Fault::none;
}

Arrival Responder::receive(const wire::RoceView& v, std::vector<Piece>& pieces) {
  const wire::OpcodeTraits& t = v.op;
  if (!t.starts() && !continues(v)) return drop();
  const std::uint32_t offset = t.starts() ? 0 : offset_;
  if (!rc::data_length_right(v, settings_.mtu, offset, reth_.length)) return drop();
  if (t.write && t.starts() && !(settings_.access & protection::remote_write)) return drop(Fault::no_access);

  const bool needs_receive = !buffers_.taken && (t.send ? t.starts() : t.imm);
  rc::ReceiveWork work;
  if (needs_receive) {
    const ReceiveSource::Look look = receives_.look(work);
    if (look == ReceiveSource::Look::empty) return drop();
    if (look == ReceiveSource::Look::fetching) {
      Arrival a;
      a.kind = Arrival::Kind::wait;
      return a;
    }
  }
  if (t.write) {
    if (const Fault fault = place_write(v, pieces); fault != Fault::none) return drop(fault);
  }
  if (needs_receive) buffers_.take(work, receives_);
  if (t.send) {
    Fault fault = Fault::none;
    const rc::Status status =
        buffers_.place(keys_, settings_.domain, settings_.self, offset, v.payload_length, pieces, fault);
    if (status != rc::Status::success) return local_error(status, fault);
  }

  Arrival a;
  a.kind = Arrival::Kind::accepted;
  open_ = t.send ? Open::send : Open::write;
  offset_ = offset + v.payload_length;
  expected_ = v.bth.psn + 1;
  if (t.ends()) finish_message(v, a);
  return a;
}

void Responder::finish_message(const wire::RoceView& v, Arrival& a) {
  open_ = Open::none;
  a.message_ends = true;
  a.message_bytes = offset_;
  if (v.op.write && !v.op.imm) return;  // a receive work request that a lost SEND left stays
  buffers_.taken = false;
  a.completes = true;
  Received& r = a.received;
  r.kind = v.op.write ? Received::Kind::write_imm : v.op.imm ? Received::Kind::send_imm : Received::Kind::send;
  r.index = buffers_.index;
  r.bytes = offset_;
  r.imm = v.op.imm ? v.imm().data : 0;
  r.solicited = v.bth.solicited;
}

std::optional<Received> Responder::abandon(rc::Status status) {
  open_ = Open::none;
  if (!buffers_.taken) return std::nullopt;
  buffers_.taken = false;
  Received r;
  r.status = status;
  r.index = buffers_.index;
  return r;
}

}  // namespace rocelab::uc
