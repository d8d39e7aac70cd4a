#include <algorithm>

#include "end.h"

namespace rocelab::rc::property {

void End::open(Va at, std::uint64_t length) { std::fill_n(open_.begin() + static_cast<std::ptrdiff_t>(at), length, 1); }

void End::settle(Va at, std::uint64_t length) {
  for (std::uint64_t i = at; i < at + length; ++i) memory[i] = expect_[i] = 0xee, open_[i] = 0;
}

bool End::holds(Va at, const End& source, Va from, std::uint32_t length) const {
  return std::equal(&memory[at], &memory[at] + length, &source.memory[from]);
}

const Step* End::nth(std::size_t n, bool (*kind)(SendOp)) const {
  for (const Step& s : plan.steps)
    if (kind(s.work.op) && n-- == 0) return &s;
  return nullptr;
}

Status End::admit(const SendWork& w) {
  const Step& s = plan.steps[w.wqe];
  if (w.wqe != admitted_) wrong("admitted out of order or twice: " + std::to_string(w.wqe));
  if (w.fence && fetches_open_ > 0) wrong("a fence was passed by " + std::to_string(w.wqe));
  if (s.flaw == Flaw::local_check) return Status::loc_prot_err;
  ++admitted_;
  if (is_fetch(w.op) && ++fetches_open_ > plan.requester.max_rd_atomic) wrong("more fetches than max_rd_atomic");
  return Status::success;
}

Status End::execute(const SendWork& w) { return admit(w); }

Status End::place(const SendWork& w, std::uint32_t offset, const std::uint8_t* octets, std::uint32_t length) {
  const Step& s = plan.steps[w.wqe];
  if (s.done) wrong("data for a work request that is over: " + std::to_string(w.wqe));
  if (offset + length > w.length) return wrong("data behind the end of a READ"), Status::success;
  if (s.flaw == Flaw::under_way && offset > 0) return Status::loc_prot_err;
  std::copy_n(octets, length, &memory[s.local + offset]);
  return Status::success;
}

void End::completed(const SendWork& w, Status status, std::uint8_t) {
  Step& s = plan.steps[w.wqe];
  const std::string which = std::to_string(w.wqe);
  if (w.wqe != completed_steps) wrong("completed out of order or twice: " + which);
  ++completed_steps;
  s.done = true;
  s.status = status;
  if (is_fetch(w.op) && w.wqe < admitted_) --fetches_open_;
  if (first_error != Status::success) {
    if (status != Status::wr_flush_err) wrong("not flushed: " + which);
    return;
  }
  if (status == Status::success) {
    if (is_write(w.op) && w.op != SendOp::write_imm) {
      if (!peer_->holds(w.remote, *this, s.local, w.length)) wrong("WRITE " + which + " is not in the peer's memory");
      peer_->settle(w.remote, w.length);
    }
    if (w.op == SendOp::read && !holds(s.local, *peer_, w.remote, w.length))
      wrong("READ " + which + " brought other data");
    if (is_atomic(w.op) &&
        !std::equal(&memory[s.local], &memory[s.local] + 8, reinterpret_cast<const std::uint8_t*>(&s.found)))
      wrong("atomic " + which + " returned another value");
    if (is_fetch(w.op)) settle(s.local, w.length);
    if (consumes_receive(w.op)) {
      const Step* last = peer_->received == 0 ? nullptr : nth(peer_->received - 1, consumes_receive);
      if (!last || last->work.wqe < w.wqe) wrong("completed before it was delivered: " + which);
    }
    timeline_.after(0, [this] { post(); });
    return;
  }
  first_error = status;
  error();
}

/// What was posted before is delivered before.
void End::check_order(std::size_t before) {
  for (std::size_t i = 0; i < before; ++i) {
    const Step& s = plan.steps[i];
    if (s.work.op == SendOp::write && !s.done && !peer_->holds(s.work.remote, *this, s.local, s.work.length))
      wrong("a message was delivered before WRITE " + std::to_string(i));
  }
}

void End::completes(const Received& r) {
  if (r.status != Status::success) return;
  const Step* s = peer_->nth(received, consumes_receive);
  if (!s || r.index != received) return wrong("a receive completed that should not");
  ++received;
  const SendWork& w = s->work;
  const auto kind = w.op == SendOp::send              ? Received::Kind::send
                    : w.op == SendOp::send_imm        ? Received::Kind::send_imm
                    : w.op == SendOp::send_invalidate ? Received::Kind::send_invalidate
                                                      : Received::Kind::write_imm;
  const bool extra = w.op == SendOp::send ? r.imm == 0 : r.imm == w.imm;
  if (r.kind != kind || r.bytes != w.length || !extra || r.solicited != w.solicited)
    wrong("a receive completed with other values");
  peer_->check_order(w.wqe);
  if (w.op == SendOp::send_invalidate &&
      keys.check({Key{w.imm}, true, plan.responder.domain, plan.responder.self, protection::remote_read, plan.constant,
                  8}) == protection::Fault::none)
    wrong("a window outlived its invalidation");
  if (w.op == SendOp::write_imm) {
    if (!holds(w.remote, *peer_, s->local, w.length)) wrong("WRITE with immediate: other data");
    return settle(w.remote, w.length);
  }
  std::uint32_t offset = 0;
  for (const Sge& g : plan.receives[r.index].sges) {
    const std::uint32_t n = std::min(g.length, w.length - offset);
    if (!holds(g.address, *peer_, s->local + offset, n)) wrong("SEND " + std::to_string(w.wqe) + ": other data");
    settle(g.address, n);
    offset += n;
  }
}

void End::error() {
  if (failed) return;
  failed = true;
  // Work of software that was posted and that the requester has: all of it is flushed.
  if (first_error == Status::success) first_error = Status::wr_flush_err;
  requester.flush();
  if (completed_steps != posted_) wrong("a flush that left something");
  if (const auto r = responder.abandon(Status::wr_flush_err)) completes(*r);
  parked_.clear();
}

}  // namespace rocelab::rc::property
