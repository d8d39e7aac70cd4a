#include <algorithm>
#include <cerrno>

#include "transport/tcp/connection.h"

namespace rocelab::tcp {

void Connection::take_syn_options(const SegmentIn& syn) {
  const wire::TcpOptions& o = syn.header.options;
  peer_initial_ = syn.header.seq;
  rcv_nxt_ = 1;
  timestamps_ = config_.timestamps && o.timestamps;
  if (o.timestamps) ts_recent_ = o.timestamps->value;
  // 536 where the peer announces nothing (RFC 9293, 3.7.1); options in every segment come out of the payload.
  mss_ = std::min<std::uint32_t>(config_.mss, o.mss.value_or(536)) - (timestamps_ ? option_bytes_with_timestamps : 0);
  if (o.window_scale) {
    peer_scale_ = std::min<std::uint8_t>(*o.window_scale, 14);
    own_scale_ = config_.window_scale;
  }
  peer_window_ = syn.header.window;  // a SYN's window is not scaled (RFC 7323, 2.2)
}

Arrival Connection::segment_arrived(Ps now, const SegmentIn& in) {
  Arrival a;
  const wire::TcpHeader& h = in.header;
  const bool syn = h.flags & wire::tcp_syn, ack = h.flags & wire::tcp_ack, rst = h.flags & wire::tcp_rst;

  if (state_ == State::closed) return a;
  if (state_ == State::syn_sent) {
    const bool acceptable = ack && unwrap(h.ack, config_.initial_sequence, 1) == 1 && snd_max_ == 1;
    if (rst && acceptable) fail(ECONNREFUSED, &a);
    if (rst || !syn || !acceptable) return a;
    take_syn_options(in);
    state_ = State::established;
    a.established = true;
    take_ack(now, in, a);
    ack_.immediately();
    return a;
  }

  const Seq seq = unwrap(h.seq, peer_initial_, rcv_nxt_);
  const Seq seq_end = seq + in.payload + (h.flags & wire::tcp_fin ? 1 : 0);
  if (rst) {
    // Exactly the next octet resets; another one inside the window is challenged (RFC 5961, 3.2).
    if (seq == rcv_nxt_)
      fail(ECONNRESET, &a);
    else
      ack_.immediately();
    return a;
  }
  // Nothing of it is new, or it lies beyond the window: say again what is expected.
  if (syn || seq > std::max(advertised_, rcv_nxt_) || (seq_end < rcv_nxt_) || (seq_end == rcv_nxt_ && seq < rcv_nxt_)) {
    ack_.immediately();
    if (!ack || syn) return a;
  }
  if (timestamps_ && h.options.timestamps && seq <= rcv_nxt_) ts_recent_ = h.options.timestamps->value;
  if (ack) take_ack(now, in, a);
  if (state_ == State::closed) return a;
  take_data(now, in, a);
  if (h.flags & wire::tcp_fin) fin_at_ = seq + in.payload;
  if (fin_at_ && *fin_at_ == rcv_nxt_ && !fin_received_) take_fin(now, *fin_at_);
  return a;
}

void Connection::take_ack(Ps now, const SegmentIn& in, Arrival& a) {
  const wire::TcpHeader& h = in.header;
  const Seq ack = unwrap(h.ack, config_.initial_sequence, snd_una_);
  if (ack > snd_max_) return ack_.immediately();  // something never sent (RFC 9293, 3.10.7.4)

  const Seq seq = unwrap(h.seq, peer_initial_, rcv_nxt_);
  if (window_seq_ < seq || (window_seq_ == seq && window_ack_ <= ack)) {
    peer_window_ = static_cast<std::uint64_t>(h.window) << (h.flags & wire::tcp_syn ? 0 : peer_scale_);
    window_seq_ = seq, window_ack_ = ack;
    if (peer_window_ > 0) probe_at_ = never;
  }
  if (ack <= snd_una_) return;

  const std::uint64_t bytes = ack - std::max<Seq>(snd_una_, 1);  // the SYN opens no window
  const bool was_limited = in_flight() + mss_ > static_cast<std::uint64_t>(congestion_->cwnd()) * mss_;
  if (timed_at_ != never && ack >= timed_end_) {
    rtt_.sample(now - timed_at_);
    timed_at_ = never;
  } else {
    rtt_.progress();
  }
  attempts_ = 0;
  snd_una_ = ack;
  snd_nxt_ = std::max(snd_nxt_, snd_una_);
  if (bytes > 0 && was_limited) {
    congestion_->acked(now, static_cast<std::uint32_t>((bytes + mss_ - 1) / mss_), rtt_.srtt());
  }
  retransmit_at_ = never;
  if (snd_una_ < snd_max_) arm_retransmission(now);
  if (state_ == State::syn_received) {
    state_ = State::established;
    a.established = true;
  }
  if (fin_ && snd_una_ > end_) fin_acknowledged(now);
}

void Connection::take_data(Ps now, const SegmentIn& in, Arrival& a) {
  const Seq seq = unwrap(in.header.seq, peer_initial_, rcv_nxt_);
  Seq begin = seq, end = seq + in.payload;
  if (in.payload == 0 || end <= rcv_nxt_ || fin_received_) return;
  begin = std::max(begin, rcv_nxt_);
  end = std::min(end, std::max(advertised_, rcv_nxt_));
  if (begin >= end) return;
  a.offset = begin - 1;
  a.skip = static_cast<std::uint32_t>(begin - seq);
  a.length = static_cast<std::uint32_t>(end - begin);

  const bool hole_before = !ahead_.empty();
  rcv_nxt_ = ahead_.add(rcv_nxt_, begin, end);
  // Out of order, or a hole was filled: the sender must know at once (RFC 5681, 4.2).
  if (begin >= rcv_nxt_ || hole_before) return ack_.immediately();
  ack_.data(now, a.length, in.header.flags & wire::tcp_psh, mss_);
}

void Connection::take_fin(Ps now, Seq fin) {
  fin_received_ = true;
  rcv_nxt_ = fin + 1;
  ack_.immediately();
  switch (state_) {
    case State::syn_received:
    case State::established:
      state_ = State::close_wait;
      break;
    case State::fin_wait_1:
      state_ = State::closing;
      break;
    case State::fin_wait_2:
      state_ = State::time_wait;
      close_at_ = now + time_wait;
      break;
    default:
      break;
  }
}

void Connection::fin_acknowledged(Ps now) {
  switch (state_) {
    case State::fin_wait_1:
      state_ = State::fin_wait_2;
      break;
    case State::closing:
      state_ = State::time_wait;
      close_at_ = now + time_wait;
      break;
    case State::last_ack:
      state_ = State::closed;
      break;
    default:
      break;
  }
}

}  // namespace rocelab::tcp
