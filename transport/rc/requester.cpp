#include "transport/rc/requester.h"

#include <algorithm>
#include <cassert>

namespace rocelab::rc {
namespace {

std::uint32_t power_of_two(std::uint32_t n) {
  std::uint32_t p = 1;
  while (p < n) p *= 2;
  return p;
}

/// A responder can tell old from new only while less than half the numbers are outstanding (IBTA vol. 1, 9.7.2).
constexpr std::int32_t psn_limit = 1 << 22;

}  // namespace

Requester::Requester(Owner& owner, std::uint32_t capacity, std::unique_ptr<SenderScheme> scheme)
    : owner_(owner),
      scheme_(std::move(scheme)),
      whole_messages_(scheme_->whole_messages()),
      works_(power_of_two(std::max(capacity, 1u))) {}

void Requester::start(Psn first) {
  window_ = {first, first, first};
  end_ = reached_ = first;
  messages_ = 0;
  limited_ = false;
  retries_left_ = settings_.retry_count;
  rnr_left_ = settings_.rnr_retry;
  nak_named_.reset();
  nak_seen_.reset();
  scheme_->start(first);
}

void Requester::reset() {
  head_ = cursor_ = tail_ = 0;
  rd_outstanding_ = 0;
  deadline_ = rnr_until_ = never;
  held_ = false;
  asked_again_.reset();
  broken_.reset();
  told_of_.reset();
  start(Psn{});
}

void Requester::push(const SendWork& work) {
  assert(has_room());
  SendWork& w = at(tail_++);
  w = work;
  w.first = end_;
  w.answered = 0;
  w.admitted = false;
  w.packets = 0;
  if (is_local(w.op)) return;
  w.packets = is_atomic(w.op) ? 1 : std::max(1u, (w.length + settings_.mtu - 1) / settings_.mtu);
  w.number = ++messages_;
  end_ = end_ + w.packets;
}

SendWork* Requester::containing(Psn psn, std::uint32_t* index) {
  for (std::uint32_t i = head_; i != tail_; ++i) {
    SendWork& w = at(i);
    const std::int32_t d = psn - w.first;
    if (d < 0 || d >= static_cast<std::int32_t>(w.packets)) continue;
    if (index) *index = i;
    return &w;
  }
  return nullptr;
}

bool Requester::may_begin(const SendWork& w) const {
  if (held_) return false;
  if (w.fence && rd_outstanding_ > 0) return false;
  if (is_fetch(w.op) && rd_outstanding_ >= settings_.max_rd_atomic) return false;
  // One message beyond the credits may go: it finds out whether there are new ones (IBTA vol. 1, 9.7.7.2.5).
  if (limited_ && consumes_receive(w.op) && (Psn(w.number) - Psn(credit_limit_)) > 1) return false;
  return true;
}

/// A READ takes a number for each answer at once: with what is in flight no more than half of them.
bool Requester::window_takes(const SendWork& w) const {
  const std::int64_t psns = w.op == SendOp::read ? w.packets : 1;
  return window_.in_flight() < psn_limit && window_.in_flight() + psns <= Psn::mask / 2 &&
         scheme_->may_send_new(window_);
}

Segment Requester::cut(const SendWork& w, Psn psn) const {
  const auto index = static_cast<std::uint32_t>(psn - w.first);
  Segment s;
  s.opcode = opcode_of(w.op, index, w.packets);
  s.psn = psn;
  s.work = &w;
  const bool last = is_fetch(w.op) || index + 1 == w.packets;
  s.solicited = last && w.solicited && consumes_receive(w.op);
  s.ack_request = last;
  if (const std::uint32_t n = settings_.ack_request_every; n > 0 && !whole_messages_)
    s.ack_request |= index % n == n - 1;
  if (is_atomic(w.op)) return s;
  s.offset = index * settings_.mtu;
  if (w.op == SendOp::read) {
    s.fetch_length = w.length - s.offset;
  } else {
    s.length = std::min(settings_.mtu, w.length - s.offset);
  }
  return s;
}

void Requester::count_sent(Segment& s, Ps now) {
  const bool again = s.psn < window_.sent;
  const std::uint32_t psns = s.work->op == SendOp::read ? s.work->packets - (s.psn - s.work->first) : 1;
  if (again && nak_named_ == s.psn) {
    s.nak_resend = true;
    nak_named_.reset();
  }
  const Psn after = s.psn + psns;
  const Psn edge = after > window_.sent ? after : window_.sent;
  if (window_.oldest == window_.sent) deadline_ = never;  // nothing was in flight: the timer starts with this packet
  const auto in_flight = static_cast<std::uint32_t>(edge - window_.oldest) + 1;
  s.transmission = counts_.sent(s.psn, again, in_flight);
  for (std::uint32_t i = 1; i < psns; ++i) counts_.sent(s.psn + i, again, in_flight);
  window_.sent = edge;
  for (std::uint32_t i = 0; i < psns; ++i) scheme_->sent(s.psn + i, again, now);
  if (deadline_ == never) restart_timer(now);
}

std::optional<Segment> Requester::next(Ps now) {
  if (rnr_until_ != never) return std::nullopt;
  while (const auto psn = scheme_->resend(window_, now)) {
    const SendWork* w = in_window(*psn) ? containing(*psn) : nullptr;
    if (!w) continue;
    Segment s = cut(*w, *psn);
    s.nak_resend = nak_seen_ && *psn < *nak_seen_;
    s.ack_request = true;  // the answer to a repeated packet is what the sender waits for
    count_sent(s, now);
    return s;
  }
  while (cursor_ != tail_ && !(broken_ && static_cast<std::int32_t>(cursor_ - *broken_) >= 0)) {
    SendWork& w = at(cursor_);
    const bool fresh = window_.next == w.first && !w.admitted;
    if (fresh) {
      if (!may_begin(w)) return std::nullopt;
      Status status = is_local(w.op) ? owner_.execute(w) : owner_.admit(w);
      if (w.op == SendOp::read && w.packets > Psn::mask / 2) status = Status::loc_len_err;
      if (status != Status::success) {
        // What was sent before it may still succeed; its turn comes when that is complete.
        broken_ = cursor_;
        broken_status_ = status;
        retire();
        return std::nullopt;
      }
      w.admitted = true;
      if (is_fetch(w.op)) ++rd_outstanding_;
    }
    if (w.packets == 0) {
      ++cursor_;
      retire();
      continue;
    }
    const bool is_new = window_.next == window_.sent;
    if (is_new && !window_takes(w)) return std::nullopt;
    Segment s = cut(w, window_.next);
    count_sent(s, now);
    s.ack_request |= !scheme_->may_send_new(window_) ||
                     window_.in_flight() >= psn_limit;  // nothing else would open the window again
    window_.next = w.op == SendOp::read ? w.first + w.packets : window_.next + 1;
    if (window_.next == w.first + w.packets) ++cursor_;
    return s;
  }
  return std::nullopt;
}

void Requester::give_up(const SendWork& work, Status status) {
  for (std::uint32_t i = head_; i != tail_; ++i) {
    if (&at(i) != &work) continue;
    if (broken_ && static_cast<std::int32_t>(*broken_ - i) <= 0) return;
    broken_ = i;
    broken_status_ = status;
    retire();
    return;
  }
}

Ps Requester::configured_timeout() const {
  const std::vector<Ps>& own = settings_.adaptive_timeouts;
  if (own.empty() || settings_.ack_timeout == never) return settings_.ack_timeout;
  const std::size_t spent = settings_.retry_count - retries_left_;
  return own[std::min(spent, own.size() - 1)];
}

void Requester::restart_timer(Ps now) {
  const Ps length = window_.in_flight() > 0 && settings_.transport == Transport::rc
                        ? scheme_->timer(window_, configured_timeout())
                        : never;
  deadline_ = length == never ? never : now + length;
}

void Requester::rewind(Psn to, Ps now) {
  if (to < window_.next) {
    window_.next = to;
    containing(to, &cursor_);
  }
  owner_.rewound(to);
  restart_timer(now);
}

Ps Requester::wakes() const {
  if (rnr_until_ != never) return rnr_until_;
  return std::min(deadline_, window_.in_flight() > 0 ? scheme_->wakes(window_) : never);
}

void Requester::time(Ps now) {
  if (rnr_until_ != never) {
    if (now < rnr_until_) return;
    rnr_until_ = never;
    return;
  }
  if (now < deadline_) return;
  asked_again_.reset();
  if (!spend_retry()) return fail(Status::retry_exc_err, 0);
  nak_named_.reset();  // what follows answers no NAK
  nak_seen_.reset();
  owner_.timed_out(window_.oldest, retries_left_);
  restart_timer(now);
  if (const auto to = scheme_->timeout(window_, now)) rewind(*to, now);
}

bool Requester::spend_retry() {
  if (retries_left_ == 0) return false;
  --retries_left_;
  return true;
}

void Requester::flush() {
  deadline_ = rnr_until_ = never;
  while (head_ != tail_) {
    const SendWork w = at(head_++);
    owner_.completed(w, Status::wr_flush_err, 0);
  }
  cursor_ = tail_;
  window_.oldest = window_.next = end_ = window_.sent;
  rd_outstanding_ = 0;
}

}  // namespace rocelab::rc
