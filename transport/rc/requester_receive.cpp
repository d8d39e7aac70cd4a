#include "transport/rc/credits.h"
#include "transport/rc/requester.h"
#include "transport/rc/timers.h"

namespace rocelab::rc {
namespace {

/// Selective repeat: how far beyond the missing packet the one lies that showed the gap, in the reserved bits of the
/// BTH (Responder writes it; zero from any other responder).
std::int32_t distance_seen(const wire::Bth& h) { return h.reserved6 << 7 | h.reserved7; }

}  // namespace

void Requester::move_oldest(Psn to, Ps now) {
  window_.oldest = to;
  if (window_.next < to) {
    window_.next = to;
    while (cursor_ != tail_) {
      const SendWork& w = at(cursor_);
      const bool passed = w.packets > 0 ? (w.first + w.packets) - to <= 0 : w.admitted;
      if (!passed) break;
      ++cursor_;
    }
  }
  rnr_until_ = never;
  if (to - reached_ > 0) {  // a READ that starts over makes no progress before it is further than ever
    reached_ = to;
    retries_left_ = settings_.retry_count;
    rnr_left_ = settings_.rnr_retry;
  }
  asked_again_.reset();
  if (nak_named_ && *nak_named_ < to) nak_named_.reset();
  if (nak_seen_ && *nak_seen_ <= to) nak_seen_.reset();
  scheme_->acknowledged(window_, now);
  restart_timer(now);
}

/// Everything before `to` has arrived at the peer. A READ or atomic in between that is still without its data was
/// answered, and the answer lost: an implied NAK (IBTA vol. 1, 9.7.5.1.2); the window stops there and false returns.
/// So it does when a work request has failed and nothing is left.
bool Requester::advance(Psn to, Ps now) {
  const Psn seen = to + -1;
  bool complete = true;
  for (std::uint32_t i = head_; i != tail_; ++i) {
    const SendWork& w = at(i);
    if (w.packets == 0) continue;
    if (w.first - to >= 0) break;
    const Psn missing = w.first + w.answered;
    if (is_fetch(w.op) && w.answered < w.packets && missing - to < 0) {
      to = missing;
      complete = false;
      break;
    }
  }
  if (to - window_.oldest > 0) move_oldest(to, now);
  retire();
  if (head_ == tail_) return false;
  if (!complete) missing_response(to, seen, now);
  return complete;
}

void Requester::retire() {
  while (head_ != tail_) {
    if (broken_ == head_) return fail(broken_status_, 0);
    const SendWork w = at(head_);
    if (!w.admitted || (w.packets > 0 && (w.first + w.packets) - window_.oldest > 0)) return;
    if (is_fetch(w.op)) --rd_outstanding_;
    if (cursor_ == head_) ++cursor_;
    ++head_;
    owner_.completed(w, Status::success, 0);
  }
}

/// The oldest work request ends with an error; its owner then moves the QP to the error state and flushes.
void Requester::fail(Status status, std::uint8_t syndrome) {
  if (head_ == tail_) return;
  const SendWork w = at(head_);
  if (cursor_ == head_) ++cursor_;
  ++head_;
  broken_.reset();
  owner_.completed(w, status, syndrome);
}

void Requester::missing_response(Psn from, Psn seen, Ps now) {
  // Packets that were on their way when it was asked for again prove nothing about the second answer.
  if (asked_again_ == from && seen - asked_when_sent_ < 0) return;
  if (!spend_retry()) return fail(Status::retry_exc_err, 0);
  asked_again_ = from;
  asked_when_sent_ = window_.sent;
  if (whole_messages_) {
    SendWork* w = containing(from);
    w->answered = 0;
    window_.oldest = from = w->first;
    asked_again_ = from;
  }
  rewind(from, now);
}

void Requester::take_credits(const wire::Aeth& aeth) {
  if (aeth.value() == unlimited_credits) {
    limited_ = false;
    return;
  }
  const std::uint32_t limit = (aeth.msn + credit_scale[aeth.value()]) & Psn::mask;
  if (limited_ && Psn(limit) < Psn(credit_limit_)) return;  // an ACK that was overtaken
  limited_ = true;
  credit_limit_ = limit;
}

void Requester::acknowledge(const wire::RoceView& view, Ps now) {
  const wire::Aeth aeth = view.aeth();
  const Psn psn = view.bth.psn;
  const bool ack = aeth.kind() == wire::Aeth::Kind::ack;
  if (ack && psn + 1 == window_.oldest) return take_credits(aeth);  // an unsolicited ACK: credits only
  if (!in_window(psn)) return;                                      // stale, or about a packet never sent
  switch (aeth.kind()) {
    case wire::Aeth::Kind::ack:
      take_credits(aeth);
      advance(psn + 1, now);
      return;
    case wire::Aeth::Kind::rnr_nak:
      return rnr_nak(psn, aeth.syndrome, now);
    case wire::Aeth::Kind::reserved:
      return fatal_nak(psn, Status::bad_resp_err, aeth.syndrome, now);
    case wire::Aeth::Kind::nak:
      break;
  }
  switch (static_cast<wire::NakCode>(aeth.value())) {
    case wire::NakCode::psn_sequence_error:
      return sequence_nak(psn, psn + distance_seen(view.bth), now);
    case wire::NakCode::invalid_request:
    case wire::NakCode::invalid_rd_request:
      return fatal_nak(psn, Status::rem_inv_req_err, aeth.syndrome, now);
    case wire::NakCode::remote_access_error:
      return fatal_nak(psn, Status::rem_access_err, aeth.syndrome, now);
    case wire::NakCode::remote_operational_error:
      return fatal_nak(psn, Status::rem_op_err, aeth.syndrome, now);
  }
  fatal_nak(psn, Status::bad_resp_err, aeth.syndrome, now);
}

void Requester::sequence_nak(Psn expected, Psn seen, Ps now) {
  if (expected == window_.next) return;  // about to be sent anyway
  if (!advance(expected, now)) return;
  nak_named_ = expected;
  if (!nak_seen_ || *nak_seen_ < seen) nak_seen_ = seen;
  if (scheme_->nak_costs_retry() && !spend_retry()) return fail(Status::retry_exc_err, 0);
  const std::int32_t sent_since = window_.next - expected - 1;
  const auto to = scheme_->nak(expected, seen, window_, now);
  // A scheme that repeats its NAKs tells of the same gap more than once.
  if ((to || told_of_ != expected) && sent_since >= 0 && !whole_messages_)
    owner_.told_of_loss(static_cast<std::uint32_t>(sent_since));
  told_of_ = expected;
  if (to) rewind(*to, now);
}

void Requester::rnr_nak(Psn psn, std::uint8_t syndrome, Ps now) {
  if (rnr_until_ != never || !advance(psn, now)) return;
  if (settings_.rnr_retry != 7) {
    if (rnr_left_ == 0) return fail(Status::rnr_retry_exc_err, syndrome);
    --rnr_left_;
  }
  const Ps wait = rnr_timer(syndrome & 31);
  if (psn < window_.next) {
    window_.next = psn;
    containing(psn, &cursor_);
  }
  rnr_until_ = now + wait;
  deadline_ = never;
  owner_.rnr_waits(psn, wait);
}

void Requester::fatal_nak(Psn psn, Status status, std::uint8_t syndrome, Ps now) {
  // A NAK inside a READ ends the READ itself, so only what lies wholly before it has to be complete.
  const SendWork* w = containing(psn);
  const bool inside = w->op == SendOp::read && (w->first + w->answered) - psn <= 0;
  if (!advance(inside ? w->first + w->answered : psn, now)) return;
  fail(status, syndrome);
}

/// The fetch whose answer with this PSN is due now; nullptr after dealing with any other.
SendWork* Requester::answered_by(Psn psn, Ps now) {
  if (!in_window(psn)) return nullptr;  // a duplicate, or an answer to nothing
  SendWork* w = containing(psn);
  if (!advance(w->first - window_.oldest > 0 ? w->first : window_.oldest, now)) return nullptr;
  if (!is_fetch(w->op)) {
    fail(Status::bad_resp_err, 0);
    return nullptr;
  }
  const Psn due = w->first + w->answered;
  if (psn - due > 0) missing_response(due, psn, now);
  return psn == due ? w : nullptr;
}

void Requester::read_response(const wire::RoceView& view, Ps now) {
  SendWork* w = answered_by(view.bth.psn, now);
  if (!w) return;
  const std::uint32_t offset = w->answered * settings_.mtu;
  const bool last = w->answered + 1 == w->packets;
  const bool place_fits = last ? view.op.ends() : view.op.first || view.op.middle;
  const bool plain = !view.op.aeth || view.aeth().kind() == wire::Aeth::Kind::ack;
  if (w->op != SendOp::read || !plain) return fail(Status::bad_resp_err, 0);
  if (view.payload_length != std::min(settings_.mtu, w->length - offset)) return fail(Status::loc_len_err, 0);
  if (!place_fits) return fail(Status::bad_resp_err, 0);
  const Status status = owner_.place(*w, offset, view.payload, view.payload_length);
  if (status != Status::success) return fail(status, 0);
  ++w->answered;
  if (view.op.aeth) take_credits(view.aeth());
  advance(view.bth.psn + 1, now);
}

void Requester::atomic_response(const wire::RoceView& view, Ps now) {
  SendWork* w = answered_by(view.bth.psn, now);
  if (!w) return;
  if (!is_atomic(w->op) || view.aeth().kind() != wire::Aeth::Kind::ack) return fail(Status::bad_resp_err, 0);
  // Big endian on the wire, a number of the host in memory (little endian here).
  std::uint64_t original = view.atomic_ack().original;
  std::uint8_t octets[8];
  for (std::uint8_t& o : octets) o = static_cast<std::uint8_t>(original), original >>= 8;
  const Status status = owner_.place(*w, 0, octets, sizeof octets);
  if (status != Status::success) return fail(status, 0);
  ++w->answered;
  take_credits(view.aeth());
  advance(view.bth.psn + 1, now);
}

}  // namespace rocelab::rc
