#include <algorithm>

#include "transport/tcp/connection.h"

namespace rocelab::tcp {

std::uint64_t Connection::receive_window() const {
  const std::uint64_t held = std::max<Seq>(rcv_nxt_, 1) - consumed_;
  return config_.receive_buffer - std::min<std::uint64_t>(config_.receive_buffer, held);
}

SegmentOut Connection::segment(Ps now, Seq seq, std::uint8_t flags) {
  SegmentOut out;
  const bool syn = flags & wire::tcp_syn;
  out.header.seq = wrap(seq, config_.initial_sequence);
  out.header.flags = flags;
  if (flags & wire::tcp_ack) {
    out.header.ack = wrap(rcv_nxt_, peer_initial_);
    ack_.sent();
  }
  // The right edge never moves back (RFC 9293, 3.8.6).
  const unsigned scale = syn ? 0 : own_scale_;
  const std::uint64_t least = advertised_ > rcv_nxt_ ? advertised_ - rcv_nxt_ : 0;
  const std::uint64_t window = std::max(receive_window(), least) >> scale;
  out.header.window = static_cast<std::uint16_t>(std::min<std::uint64_t>(window, 0xffff));
  advertised_ = std::max(advertised_, rcv_nxt_ + (static_cast<std::uint64_t>(out.header.window) << scale));
  if (timestamps_ || (syn && config_.timestamps && !(flags & wire::tcp_ack))) {
    out.header.options.timestamps = {timestamp(now), ts_recent_};
  }
  out.mss = mss_;
  return out;
}

std::optional<SegmentOut> Connection::next(Ps now, std::uint32_t max_payload) {
  if (rst_due_) {
    rst_due_ = false;
    return segment(now, snd_nxt_, wire::tcp_rst | wire::tcp_ack);
  }
  if (state_ == State::closed) {
    // The last ACK of a passive close has nothing behind it; a reset connection says nothing more.
    if (!ack_.due() || error_ != 0) return std::nullopt;
    return segment(now, snd_nxt_, wire::tcp_ack);
  }
  if (snd_nxt_ == 0) return next_syn(now);
  if (auto data = next_data(now, max_payload)) return data;
  if (probe_due_) {
    probe_due_ = false;
    probe_at_ = now + rtt_.rto();
    return segment(now, snd_una_ - 1, wire::tcp_ack);  // an octet long acknowledged: the answer tells the window
  }
  if (ack_.due()) return segment(now, snd_nxt_, wire::tcp_ack);
  return std::nullopt;
}

std::optional<SegmentOut> Connection::next_syn(Ps now) {
  const bool answer = state_ != State::syn_sent;
  SegmentOut out = segment(now, 0, answer ? wire::tcp_syn | wire::tcp_ack : wire::tcp_syn);
  out.retransmission = snd_max_ > 0;
  out.header.options.mss = config_.mss;
  out.header.options.sack_permitted = true;
  if (!answer || own_scale_ > 0) out.header.options.window_scale = config_.window_scale;
  timed_at_ = out.retransmission ? never : now;
  timed_end_ = 1;
  snd_nxt_ = 1;
  snd_max_ = std::max<Seq>(snd_max_, 1);
  arm_retransmission(now);
  return out;
}

bool Connection::may_send_small(Seq begin, std::uint64_t bytes) const {
  if (bytes >= mss_ || config_.nodelay || fin_) return true;
  // Nagle as Minshall mended it: a small segment waits only for an earlier small one.
  return small_end_ <= snd_una_ || begin < snd_max_;
}

std::optional<SegmentOut> Connection::next_data(Ps now, std::uint32_t max_payload) {
  if (!can_send(state_) && state_ != State::fin_wait_2) return std::nullopt;
  if (snd_nxt_ >= space_end()) return std::nullopt;
  const std::uint64_t window =
      std::min<std::uint64_t>(peer_window_, static_cast<std::uint64_t>(congestion_->cwnd()) * mss_);
  const std::uint64_t usable = window > in_flight() ? window - in_flight() : 0;
  std::uint64_t bytes = std::min<std::uint64_t>({snd_nxt_ < end_ ? end_ - snd_nxt_ : 0, usable, max_payload});
  const bool all = snd_nxt_ + bytes >= end_;
  // Whole segments, unless this is the end of what there is (RFC 1122, 4.2.3.4) or the window never gets larger.
  if (!all && bytes >= mss_) bytes -= bytes % mss_;
  if (!all && bytes < mss_ && in_flight() > 0) bytes = 0;
  if (bytes > 0 && bytes % mss_ != 0 && !may_send_small(snd_nxt_, bytes % mss_)) bytes -= bytes % mss_;
  const bool fin = fin_ && snd_nxt_ + bytes == end_;
  if (bytes == 0 && !fin) {
    if (peer_window_ == 0 && in_flight() == 0 && probe_at_ == never && !probe_due_) probe_at_ = now + rtt_.rto();
    return std::nullopt;
  }

  const bool last = snd_nxt_ + bytes == end_;
  std::uint8_t flags = wire::tcp_ack;
  if (last && bytes > 0) flags |= wire::tcp_psh;
  if (fin) flags |= wire::tcp_fin;
  SegmentOut out = segment(now, snd_nxt_, flags);
  out.offset = snd_nxt_ - 1;
  out.payload = static_cast<std::uint32_t>(bytes);
  out.retransmission = snd_nxt_ < snd_max_;
  if (out.retransmission) {
    retransmitted_ += std::max<std::uint64_t>(1, (bytes + mss_ - 1) / mss_);
  } else if (timed_at_ == never) {
    timed_at_ = now;
    timed_end_ = snd_nxt_ + bytes;
  }
  if (bytes % mss_ != 0) small_end_ = snd_nxt_ + bytes;
  snd_nxt_ += bytes + (fin ? 1 : 0);
  snd_max_ = std::max(snd_max_, snd_nxt_);
  if (retransmit_at_ == never) arm_retransmission(now);
  return out;
}

void Connection::arm_retransmission(Ps now) { retransmit_at_ = now + rtt_.rto(); }

}  // namespace rocelab::tcp
