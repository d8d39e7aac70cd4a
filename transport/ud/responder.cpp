#include "transport/ud/responder.h"

#include "transport/ud/grh.h"

namespace rocelab::ud {

using rc::Arrival;
using rc::ReceiveSource;

Arrival Responder::receive(const wire::RoceView& v, std::vector<protection::Piece>& pieces) {
  Arrival a;
  a.kind = Arrival::Kind::dropped;
  a.wrong_qkey = v.deth().qkey != settings_.qkey;
  if (a.wrong_qkey || v.payload_length > settings_.mtu) return a;
  rc::ReceiveWork work;
  const ReceiveSource::Look look = receives_.look(work);
  if (look == ReceiveSource::Look::empty) return a;
  if (look == ReceiveSource::Look::fetching) {
    a.kind = Arrival::Kind::wait;
    return a;
  }
  buffers_.take(work, receives_);
  const std::uint32_t octets = grh_bytes + v.payload_length;
  const rc::Status status = buffers_.place(keys_, settings_.domain, settings_.self, 0, octets, pieces, a.refusal);
  a.completes = true;
  a.received = status == rc::Status::success ? buffers_.finish(v, octets) : *buffers_.abandon(status);
  a.received.source = v.deth().source;
  if (status != rc::Status::success) {
    a.kind = Arrival::Kind::refused;
    a.fatal = true;
    return a;
  }
  a.kind = Arrival::Kind::accepted;
  a.message_ends = true;
  a.message_bytes = v.payload_length;
  return a;
}

}  // namespace rocelab::ud
