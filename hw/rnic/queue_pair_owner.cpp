#include <algorithm>

#include "hw/rnic/datagram.h"
#include "hw/rnic/facts.h"
#include "hw/rnic/queue_pair.h"
#include "transport/rc/packet_length.h"

/// What the transport asks of its queue pair: local keys, local memory, completions.
namespace rocelab::rnic {

using rc::Status;

namespace {

abi::CqeOp op_of(rc::Received::Kind kind) {
  switch (kind) {
    case rc::Received::Kind::send:
      return abi::CqeOp::recv;
    case rc::Received::Kind::send_imm:
      return abi::CqeOp::recv_imm;
    case rc::Received::Kind::send_invalidate:
      return abi::CqeOp::recv_invalidate;
    case rc::Received::Kind::write_imm:
      return abi::CqeOp::recv_write_imm;
  }
  return abi::CqeOp::recv;
}

}  // namespace

Status QueuePair::admit(const rc::SendWork& w) {
  if (w.length > rc::longest_message) return Status::loc_len_err;
  if (rc::is_atomic(w.op) && w.length < 8) return Status::loc_len_err;
  if (config.transport == rc::Transport::ud) {
    // A message is one packet (IBTA vol. 1, 9.8.3).
    if (w.length > attributes.mtu) return Status::loc_len_err;
    if (DatagramAddress(*this, w).segment.source_index >= device_.addresses.gids.size()) return Status::loc_qp_op_err;
  }
  if (sends.is_inline(w)) return Status::success;
  const protection::Access need = rc::is_fetch(w.op) ? protection::local_write : protection::local_read;
  protection::Refusal refusal;
  sends.each_sge(w, [&](const rc::Sge& s) {
    const protection::Request asked{s.lkey, false, config.domain, number, need, s.address, s.length};
    refusal = {device_.keys.check(asked), asked};
    return refusal.fault == protection::Fault::none;
  });
  if (refusal.fault == protection::Fault::none) return Status::success;
  device_.report(refusal, number, w.first, tag(w.message));
  return Status::loc_prot_err;
}

Status QueuePair::execute(const rc::SendWork& w) {
  using protection::Fault;
  if (w.op == rc::SendOp::local_invalidate)
    return device_.keys.invalidate(Key{w.imm}, number, config.domain) == Fault::none ? Status::success
                                                                                     : Status::loc_qp_op_err;
  std::uint8_t octets[abi::BindSegment::bytes];
  std::copy_n(sends.at(w.wqe, 1), 16, octets);
  std::copy_n(sends.at(w.wqe, 2), 16, octets + 16);
  const abi::BindSegment b = abi::BindSegment::decode(octets);
  const Fault fault = device_.keys.bind(b.window, b.region, number, config.domain, b.address, b.length,
                                        static_cast<protection::Access>(b.access));
  if (fault == Fault::none) return Status::success;
  const protection::Request asked{b.region,  false,   config.domain, number, static_cast<protection::Access>(b.access),
                                  b.address, b.length};
  device_.report({fault, asked}, number, w.first, tag(w.message));
  return Status::mw_bind_err;
}

bool QueuePair::locate(const rc::SendWork& w, std::uint32_t offset, std::uint32_t bytes, protection::Access need,
                       std::vector<protection::Piece>& pieces, protection::Request* rest) const {
  bool allowed = true;
  sends.each_sge(w, [&](const rc::Sge& s) {
    if (offset >= s.length) {
      offset -= s.length;
      return true;
    }
    const std::uint32_t n = std::min(s.length - offset, bytes);
    const protection::Request asked{s.lkey, false, config.domain, number, need, s.address + offset, n};
    const protection::Fault fault = device_.keys.check(asked);
    allowed = fault == protection::Fault::none;
    if (!allowed) {
      device_.report({fault, asked}, number, w.first, tag(w.message));
      return false;
    }
    device_.keys.translate(s.lkey, s.address + offset, n, pieces);
    if (rest) {
      *rest = asked;
      rest->start += n;
      rest->length = s.length - offset - n;
    }
    offset = 0;
    bytes -= n;
    return bytes > 0;
  });
  return allowed && bytes == 0;
}

bool QueuePair::locate_next(const rc::SendWork& w, std::uint32_t offset, std::uint32_t bytes,
                            std::vector<protection::Piece>& pieces) {
  const bool follows = offset > 0 && sending_.wqe == w.wqe && sending_.offset == offset;
  sending_.wqe = w.wqe;
  sending_.offset = offset + bytes;
  if (follows && sending_.run.take(device_.keys, bytes, pieces)) return true;
  sending_.run.end();
  protection::Request rest;
  if (!locate(w, offset, bytes, protection::local_read, pieces, &rest)) return false;
  sending_.run.begin(device_.keys, rest);
  return true;
}

Status QueuePair::place(const rc::SendWork& w, std::uint32_t offset, const std::uint8_t* octets, std::uint32_t bytes) {
  if (bytes == 0) return Status::success;
  pieces_.clear();
  if (!locate(w, offset, bytes, protection::local_write, pieces_)) return Status::loc_prot_err;
  PacketPtr keeper = *arriving;
  if (rc::is_atomic(w.op)) {
    // The result was computed; it stands in no frame.
    keeper = device_.pool.make(bytes);
    octets = std::copy_n(octets, bytes, keeper->data) - bytes;
  }
  device_.scatter(number, keeper, octets, pieces_, tag(w.message));
  placed = true;
  return Status::success;
}

void QueuePair::completed(const rc::SendWork& w, Status status, std::uint8_t syndrome) {
  const bool failed = status != Status::success;
  if (failed || w.signalled || config.all_signalled) complete(w, status, syndrome);
  if (attributes.state == rc::QpState::sqd) report_drained();
  if (!failed || status == Status::wr_flush_err) return;
  device_.probe.moment(moment_failed, tag(w.message),
                       {{"qpn", number.value}, {"status", static_cast<std::uint64_t>(status)}});
  if (config.transport == rc::Transport::rc) return error();
  send_error();
}

void QueuePair::complete(const rc::SendWork& w, Status status, std::uint8_t syndrome) {
  abi::Cqe cqe;
  cqe.op = abi::CqeOp::requester;
  cqe.status = status;
  cqe.vendor = syndrome;
  cqe.wqe = w.wqe;
  cqe.bytes = w.length;
  cqe.qp = number;
  if (w.message != no_message) cqe.message = w.message.value;
  completions_.post(config.send_cq, cqe, tag(w.message), w.solicited);
}

void QueuePair::received(const rc::Received& r, Tag tag) {
  abi::Cqe cqe;
  cqe.op = op_of(r.kind);
  cqe.status = r.status;
  cqe.wqe = r.index;
  cqe.bytes = r.bytes;
  cqe.imm = r.imm;
  cqe.qp = number;
  if (r.source) cqe.source = *r.source;
  cqe.grh = r.source && r.status == Status::success;
  if (tag.message != no_message) cqe.message = tag.message.value & 0xffffff;
  completions_.post(config.recv_cq, cqe, tag, r.solicited);
}

void QueuePair::rewound(Psn to) {
  signals.rewind(true);
  device_.probe.moment(moment_rewound, tag(no_message), {{"qpn", number.value}, {"psn", to.value()}});
}

void QueuePair::told_of_loss(std::uint32_t sent_since) {
  if (rate) rate->lost(device_.timeline.now());
  device_.probe.count(losses_told, tag(no_message));
  device_.probe.count(sent_since_loss, tag(no_message), sent_since);
}

void QueuePair::timed_out(Psn oldest, std::uint8_t retries_left) {
  if (rate) rate->timed_out(device_.timeline.now());
  device_.probe.count(timeouts, tag(no_message));
  device_.probe.moment(moment_timeout, tag(no_message),
                       {{"qpn", number.value}, {"psn", oldest.value()}, {"retries", retries_left}});
}

void QueuePair::rnr_waits(Psn psn, Ps duration) {
  device_.probe.moment(
      moment_rnr_wait, tag(no_message),
      {{"qpn", number.value}, {"psn", psn.value()}, {"us", static_cast<std::uint64_t>(duration / 1'000'000)}});
}

}  // namespace rocelab::rnic
