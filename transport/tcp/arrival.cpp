#include <algorithm>
#include <cerrno>

#include "transport/tcp/connection.h"

/// A segment comes in (RFC 9293, 3.10.7; RFC 5961; RFC 7323, 5).
namespace rocelab::tcp {

Arrival Connection::segment_arrived(Ps now, const SegmentIn& in) {
  Arrival arrival;
  snd_.now = now;
  ++counters_.segments_in;
  if (state_ == State::closed) return arrival;
  if (state_ == State::syn_sent) {
    last_heard_ = now;
    arrive_syn_sent(in, arrival);
    return arrival;
  }
  const Seq begin = rcv_.position(in.header.seq);
  const Seq end = begin + in.payload + (in.has(wire::tcp_syn) ? 1 : 0) + (in.has(wire::tcp_fin) ? 1 : 0);
  if (state_ == State::time_wait) {
    arrive_time_wait(in, begin, end);
    return arrival;
  }
  if (validate(in, begin, end, arrival)) arrive_open(in, begin, arrival);
  return arrival;
}

bool Connection::outdated(const SegmentIn& in, Seq begin) const {
  if (!snd_.timestamps || !in.header.options.timestamps || ts_recent_ == 0) return false;
  const std::uint32_t value = in.header.options.timestamps->value;
  if (!wrapped_after(ts_recent_, value)) return false;
  // A timestamp that stood still for 24 days tells nothing any more.
  constexpr Ps days = 24 * Ps{86'400} * 1'000'000'000'000;
  if (snd_.now - ts_recent_at_ > days) return false;
  // A pure ACK that was overtaken shortly before is not old (RFC 7323, appendix C).
  const bool disordered_ack = in.has(wire::tcp_ack) && in.payload == 0 && begin == rcv_.nxt() &&
                              unwrap(in.header.ack, settings_.initial_sequence, snd_.una) == snd_.una &&
                              static_cast<Ps>(ts_recent_ - value) * 1'000'000'000 <= snd_.rtt.rto();
  return !disordered_ack;
}

bool Connection::answer_limited(const SegmentIn& in) {
  // Two ends that answer each other's answers must not do so at line rate; data is no part of such a loop.
  if (in.payload > 0 && !in.has(wire::tcp_syn)) return false;
  if (last_answer_ >= 0 && snd_.now - last_answer_ < settings_.invalid_ratelimit) return true;
  last_answer_ = snd_.now;
  return false;
}

void Connection::challenge() {
  ++counters_.challenge_acks;
  answer_due_ = true;
}

bool Connection::validate(const SegmentIn& in, Seq begin, Seq end, Arrival& arrival) {
  const bool rst = in.has(wire::tcp_rst);
  if (!rst && outdated(in, begin)) {
    ++counters_.paws_drops;
    if (!answer_limited(in)) {
      rcv_.refuse(begin, end);
      answer_due_ = true;
    }
    return false;
  }
  if (!rcv_.acceptable(begin, end)) {
    if (rst) return false;
    if (in.has(wire::tcp_syn)) {
      // The peer's SYN-ACK or SYN again: our ACK was lost. Anything else is challenged (RFC 5961, 4).
      if (!answer_limited(in)) challenge();
    } else if (!answer_limited(in)) {
      rcv_.refuse(begin, end);
      answer_due_ = true;
    }
    return false;
  }
  if (rst) {
    arrive_reset(in, begin, arrival);
    return false;
  }
  if (in.has(wire::tcp_syn)) {
    if (!answer_limited(in)) challenge();
    return false;
  }
  return true;
}

void Connection::arrive_reset(const SegmentIn& in, Seq begin, Arrival& arrival) {
  // Exactly the next number resets; also one past what waits beyond a hole. Others are challenged (RFC 5961, 3.2).
  if (begin != rcv_.nxt() && !(rcv_.hole() && begin == rcv_.highest_ahead())) {
    if (!answer_limited(in)) challenge();
    return;
  }
  switch (state_) {
    case State::close_wait:
      return fail(EPIPE, &arrival);
    case State::syn_received:
      return fail(ECONNREFUSED, &arrival);
    default:
      return fail(ECONNRESET, &arrival);
  }
}

void Connection::arrive_open(const SegmentIn& in, Seq begin, Arrival& arrival) {
  if (!in.has(wire::tcp_ack)) return;
  const Verdict verdict = take_ack(in, begin);
  if (verdict == Verdict::unacceptable) {
    if (state_ == State::syn_received) reset_answer_ = reset_for(in);
    return;
  }
  last_heard_ = snd_.now;
  const auto& stamp = in.header.options.timestamps;
  if (snd_.timestamps && stamp && begin <= rcv_.window.acknowledged() && !wrapped_after(ts_recent_, stamp->value)) {
    ts_recent_ = stamp->value;
    ts_recent_at_ = snd_.now;
  }
  if (in.has(wire::tcp_cwr)) {
    rcv_.ecn.reduced();
    if (in.payload > 0) rcv_.policy.urge();  // the sender's window may be very small now
  }
  after_ack(arrival);
  if (state_ == State::closed || state_ == State::syn_received) return;

  // An orphan takes no more data: whoever sends it must learn that (RFC 1122, 4.2.2.13).
  const Seq data_end = begin + in.payload;
  if (orphan_ && (state_ == State::fin_wait_1 || state_ == State::fin_wait_2) && in.payload > 0 &&
      data_end > rcv_.nxt()) {
    reset_answer_ = reset_for(in);
    return fail(ECONNRESET, &arrival);
  }
  const bool finished = rcv_.finished();
  rcv_.take(snd_.now, begin, in, snd_.rtt, arrival);
  if (rcv_.finished() && !finished) take_fin();
  rcv_.decide(snd_.now, snd_.rtt);
}

void Connection::after_ack(Arrival& arrival) {
  if (state_ == State::syn_received && snd_.una > 0) established(arrival);
  const bool fin_acked = snd_.fin && snd_.una > snd_.end;
  if (!fin_acked) return;
  switch (state_) {
    case State::fin_wait_1:
      state_ = State::fin_wait_2;
      if (orphan_) end_at_ = snd_.now + settings_.fin_timeout;
      break;
    case State::closing:
      enter_time_wait();
      break;
    case State::last_ack:
      fail(0);
      break;
    default:
      break;
  }
}

void Connection::take_fin() {
  switch (state_) {
    case State::established:
      state_ = State::close_wait;
      rcv_.policy.await_reply();
      break;
    case State::fin_wait_1:
      state_ = State::closing;
      rcv_.policy.hurry();
      break;
    case State::fin_wait_2:
      enter_time_wait();
      rcv_.policy.hurry();
      break;
    default:
      break;
  }
}

void Connection::arrive_time_wait(const SegmentIn& in, Seq begin, Seq end) {
  if (in.has(wire::tcp_rst)) {
    if (begin == rcv_.nxt()) fail(0);  // RFC 1337 is off in Linux
    return;
  }
  if (end == begin && begin == rcv_.nxt()) return;
  // The peer's FIN again: our ACK was lost, and the wait begins anew (RFC 9293, 3.10.7.4).
  if (in.has(wire::tcp_fin)) end_at_ = snd_.now + settings_.time_wait;
  if (!answer_limited(in)) answer_due_ = true;
}

}  // namespace rocelab::tcp
