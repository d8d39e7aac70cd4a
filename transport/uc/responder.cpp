#include "transport/uc/responder.h"

#include "transport/rc/packet_length.h"

namespace rocelab::uc {

using protection::Fault;
using protection::Piece;
using protection::Refusal;
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

Arrival Responder::drop(const Refusal& refusal) {
  open_ = Open::none;
  Arrival a;
  a.kind = Arrival::Kind::dropped;
  a.refusal = refusal;
  return a;
}

/// The receive work request itself is at fault: it ends with that status, and the queue pair with it.
Arrival Responder::local_error(rc::Status status, const Refusal& refusal) {
  Arrival a;
  a.kind = Arrival::Kind::refused;
  a.fatal = true;
  a.refusal = refusal;
  a.completes = true;
  a.received = *abandon(status);
  return a;
}

Arrival Responder::receive(const wire::RoceView& v, std::vector<Piece>& pieces) {
  const wire::OpcodeTraits& t = v.op;
  if (!t.starts() && !continues(v)) return drop();
  const std::uint32_t offset = t.starts() ? 0 : offset_;
  if (!rc::data_length_right(v, settings_.mtu, offset, write_.reth.length)) return drop();
  if (t.write && t.starts() && !(settings_.access & protection::remote_write)) return drop({Fault::no_access, {}});

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
    const Refusal refusal = write_.place(keys_, settings_.domain, settings_.self, v, offset, pieces);
    if (refusal.fault != Fault::none) return drop(refusal);
  }
  if (needs_receive) buffers_.take(work, receives_);
  if (t.send) {
    Refusal refusal;
    const rc::Status status =
        buffers_.place(keys_, settings_.domain, settings_.self, offset, v.payload_length, pieces, refusal);
    if (status != rc::Status::success) return local_error(status, refusal);
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
  a.completes = true;
  a.received = buffers_.finish(v, offset_);
}

std::optional<Received> Responder::abandon(rc::Status status) {
  open_ = Open::none;
  return buffers_.abandon(status);
}

}  // namespace rocelab::uc
