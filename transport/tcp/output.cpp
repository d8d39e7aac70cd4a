#include <algorithm>

#include "transport/tcp/connection.h"

/// What to send next: answers, probes, resends, new data, acknowledgements, in this order.
namespace rocelab::tcp {

std::optional<SegmentOut> Connection::next(Ps now, std::uint32_t max_payload) {
  snd_.now = now;
  if (reset_answer_) {
    SegmentOut reset = *reset_answer_;
    reset_answer_.reset();
    return reset;
  }
  if (rst_due_) {
    rst_due_ = false;
    return build(snd_.nxt, wire::tcp_rst | wire::tcp_ack);
  }
  if (state_ == State::closed) return std::nullopt;
  if (answer_due_) {
    answer_due_ = false;
    return pure_ack();
  }
  if (tail_due_ || forced_ != Forced::nothing) {
    if (auto probe = next_probe()) return probe;
  }
  if (recovery_.resend() == LossRecovery::Resend::lost) {
    if (auto again = next_resend(max_payload)) return again;
  }
  if (snd_.nxt < snd_.space_end()) {
    if (auto data = next_new(max_payload)) return data;
  }
  if (ping_due_) {
    ping_due_ = false;
    SegmentOut ping = build(snd_.una - 1, wire::tcp_ack);
    ping.probe = true;
    return ping;
  }
  if (rcv_.policy.due()) return pure_ack();
  return std::nullopt;
}

std::optional<SegmentOut> Connection::next_probe() {
  const Forced forced = std::exchange(forced_, Forced::nothing);
  if (std::exchange(tail_due_, false) && !snd_.queue.empty()) {
    const std::size_t last = snd_.queue.size() - 1;
    const Chunk& c = snd_.queue[last];
    if (c.segments > 1) snd_.queue.split(last, c.begin + static_cast<Seq>(c.segments - 1) * c.mss);
    SegmentOut out = resend(snd_.queue.size() - 1, current_mss());
    if (out.has(wire::tcp_syn)) return out;
    recovery_.probe_sent(true);
    out.probe = true;
    return out;
  }
  const Seq room = std::min(snd_.end, snd_.window_end()) - snd_.nxt;
  if (forced == Forced::nothing || room < 0 || (room == 0 && !snd_.fin)) return std::nullopt;
  const std::uint32_t mss = current_mss();
  SegmentOut out = send_new(static_cast<std::uint32_t>(std::min<Seq>(room, mss)), mss);
  out.probe = true;
  if (forced == Forced::tail_probe) {
    recovery_.probe_sent(false);
  } else {
    out.header.flags |= wire::tcp_psh;  // tcp_write_wakeup; a tail probe is data like any other
    probes_ = 0;
    snd_.backoff = 0;
  }
  return out;
}

std::optional<SegmentOut> Connection::next_resend(std::uint32_t max_payload) {
  const std::uint32_t in_flight = snd_.in_flight();
  if (in_flight >= snd_.window.cwnd()) return std::nullopt;
  const std::size_t i = snd_.queue.next_lost();
  if (i == snd_.queue.size()) return std::nullopt;

  const Chunk& c = snd_.queue[i];
  const std::uint32_t mss = current_mss();
  Seq room = snd_.window_end() - c.begin;
  if (room <= 0) {
    if (c.begin > snd_.una) return std::nullopt;
    room = mss;  // the window was taken back: the first segment serves as a probe
  }
  const std::uint32_t segments = std::min(snd_.window.cwnd() - in_flight, tso_segments(max_payload, mss));
  Seq most = static_cast<Seq>(segments) * mss;
  if (most > room) most = room >= static_cast<Seq>(mss) ? room / mss * mss : room;
  if (static_cast<Seq>(c.payload()) > most) snd_.queue.split(i, c.begin + most);

  const bool first = i == 0;
  SegmentOut out = resend(i, mss);
  recovery_.sent_in_reduction(snd_.queue[i].segments);
  if (first && !snd_.timer.is(RetransmitTimer::Kind::reordering)) {
    snd_.timer.set(RetransmitTimer::Kind::retransmission, snd_.now + rto_for_user());
  }
  return out;
}

SegmentOut Connection::resend(std::size_t i, std::uint32_t mss) {
  recovery_.resent(i);
  const Chunk& c = snd_.queue[i];
  SegmentOut out;
  if (c.begin == 0) {
    out = syn();
  } else {
    std::uint8_t flags = wire::tcp_ack;
    if (c.fin) flags |= wire::tcp_fin;
    if (c.push) flags |= wire::tcp_psh;
    out = build(c.begin, flags, c.payload(), mss);
    out.offset = static_cast<std::uint64_t>(c.begin - 1);
  }
  out.retransmission = true;
  out.transmission = c.transmissions;
  counters_.retransmitted += out.frames();
  counters_.retransmitted_bytes += out.payload;
  if (out.payload > 0) snd_.last_sent = snd_.now;
  return out;
}

SegmentOut Connection::send_syn() {
  Chunk c;
  c.end = 1;
  c.sent = snd_.now;
  snd_.queue.push(c);
  snd_.nxt = 1;
  recovery_.rearm();
  return syn();
}

SegmentOut Connection::send_new(std::uint32_t payload, std::uint32_t mss) {
  const Seq data_end = snd_.nxt + payload;
  Chunk c;
  c.begin = snd_.nxt;
  c.fin = snd_.fin && data_end == snd_.end;
  c.end = data_end + (c.fin ? 1 : 0);
  c.mss = mss;
  c.segments = std::max(1u, (payload + mss - 1) / mss);
  c.sent = snd_.now;
  c.delivered = snd_.delivered;

  std::uint8_t flags = wire::tcp_ack;
  if (c.fin) flags |= wire::tcp_fin;
  c.push = payload > 0 && takes_push(data_end);
  if (c.push) flags |= wire::tcp_psh;
  if (payload > 0) {
    if (snd_.in_flight() == 0) snd_.control->resumed(snd_.now, snd_.last_sent);
    snd_.last_sent = snd_.now;
    rcv_.policy.data_sent(snd_.now);
  }
  SegmentOut out = build(c.begin, flags, payload, mss);
  out.offset = static_cast<std::uint64_t>(c.begin - 1);
  if (snd_.ecn && payload > 0) {
    out.ecn = wire::Ecn::ect0;
    if (std::exchange(snd_.cwr_due, false)) out.header.flags |= wire::tcp_cwr;
  }

  const bool first = snd_.queue.empty();
  snd_.queue.push(c);
  snd_.nxt = c.end;
  if (payload < c.segments * mss) small_end_ = c.end;
  if (first || snd_.timer.is(RetransmitTimer::Kind::tail_probe)) recovery_.rearm();
  recovery_.sent_in_reduction(c.segments);
  return out;
}

std::optional<SegmentOut> Connection::hold() {
  // With nothing under way no acknowledgement will ever wake the sender: the probe's timer does
  // (tcp_check_probe_timer).
  if (snd_.queue.empty() && snd_.timer.is(RetransmitTimer::Kind::none)) {
    snd_.timer.set(RetransmitTimer::Kind::window_probe, snd_.now + window_probe_wait());
  }
  return std::nullopt;
}

bool Connection::takes_push(Seq data_end) {
  while (!pushes_.empty() && pushes_.front() < data_end) pushes_.pop_front();
  if (pushes_.empty() || pushes_.front() != data_end) return false;
  pushes_.pop_front();
  return true;
}

bool Connection::nagle_holds(bool partial) const {
  if (!partial) return false;
  if (settings_.cork) return true;
  // Nagle as Minshall mended it: a small segment waits only for an earlier small one.
  const bool small_out = small_end_ > snd_.una && small_end_ <= snd_.nxt;
  return !settings_.nodelay && !snd_.queue.empty() && small_out;
}

bool Connection::defer(std::uint32_t head, bool last, std::uint32_t max_segments, std::uint32_t mss) const {
  if (recovery_.state() >= Recovery::recovery) return false;
  // Only a sender that was busy within the last millisecond may wait for more.
  if (snd_.now - snd_.last_sent >= 1'000'000'000) return false;
  const Seq by_cwnd = static_cast<Seq>(snd_.window.cwnd() - snd_.in_flight()) * mss;
  const Seq by_peer = snd_.window_end() - snd_.nxt;
  const Seq limit = std::min(by_cwnd, by_peer);
  if (limit >= static_cast<Seq>(max_segments) * mss || (!last && limit >= static_cast<Seq>(head))) return false;
  // A third of the window is worth sending.
  const Seq whole = std::min<Seq>(static_cast<Seq>(snd_.wnd), static_cast<Seq>(snd_.window.cwnd()) * mss);
  if (settings_.tso_win_divisor > 0 && limit >= whole / settings_.tso_win_divisor) return false;
  // So is anything when no acknowledgement is due within half a round trip.
  if (snd_.queue.empty() || snd_.now - snd_.queue.front().sent < snd_.rtt.srtt() / 2) return false;
  const bool limited = (by_cwnd < by_peer ? by_cwnd : by_peer) <= static_cast<Seq>(head);
  return limited || !(last && snd_.fin);
}

std::optional<SegmentOut> Connection::next_new(std::uint32_t max_payload) {
  if (snd_.nxt == 0) return send_syn();
  if (state_ == State::syn_sent || state_ == State::syn_received) return std::nullopt;
  const std::uint32_t in_flight = snd_.in_flight();
  const std::uint32_t cwnd = snd_.window.cwnd();
  const std::uint32_t mss = current_mss();
  const Seq left = snd_.end - snd_.nxt;  // without the FIN
  // The last segment may leave beyond cwnd, so that the end of the stream waits for nobody (tcp_cwnd_test).
  const bool ends_stream = snd_.fin && left <= static_cast<Seq>(mss);
  if (in_flight >= cwnd && !ends_stream) {
    validate_window(true);
    return std::nullopt;
  }
  const std::uint32_t quota = ends_stream ? 1 : std::min(std::max(cwnd / 2, 1u), cwnd - in_flight);
  const std::uint32_t most = tso_segments(max_payload, mss);
  const auto head = static_cast<std::uint32_t>(std::min<Seq>(left, static_cast<Seq>(most) * mss));
  const bool last = static_cast<Seq>(head) == left;
  const Seq first_end = left > static_cast<Seq>(mss) ? snd_.nxt + mss : snd_.space_end();
  snd_.busy.set_limited(snd_.now, first_end > snd_.window_end());
  if (snd_.busy.window_limits()) return hold();

  std::uint32_t payload = head;
  if (head <= mss) {
    if (!(last && snd_.fin) && nagle_holds(head < mss)) return hold();
  } else {
    if (defer(head, last, most, mss)) {
      if (static_cast<Seq>(cwnd - in_flight) * mss < snd_.window_end() - snd_.nxt) validate_window(true);
      return std::nullopt;
    }
    const Seq limit = static_cast<Seq>(std::min(quota, most)) * mss;
    const Seq needed = std::min<Seq>(head, snd_.window_end() - snd_.nxt);
    if (limit <= needed) {
      payload = static_cast<std::uint32_t>(limit);
    } else {
      const auto partial = static_cast<std::uint32_t>(needed % mss);
      payload = static_cast<std::uint32_t>(needed) - (nagle_holds(partial != 0) ? partial : 0);
    }
  }
  SegmentOut out = send_new(payload, mss);
  validate_window(snd_.in_flight() >= cwnd);
  recovery_.schedule_probe(false);
  return out;
}

void Connection::validate_window(bool limited) {
  CongestionWindow& w = snd_.window;
  const std::uint32_t out = snd_.queue.packets_out();
  // The strongest sign of this round: was the window in full use, and if not, how much was out?
  if (snd_.una >= w.usage_end || limited || (!w.limited && out > w.max_packets_out)) {
    w.limited = limited;
    w.max_packets_out = out;
    w.usage_end = snd_.nxt;
  }
  if (w.limits()) {
    w.used = 0;
    w.stamp = snd_.now;
    return;
  }
  w.used = std::max(w.used, out);
  if (!settings_.slow_start_after_idle || snd_.now - w.stamp < snd_.rtt.rto()) return;
  // For an RTO the application has used less than the window: what is not used decays (RFC 2861, 3).
  if (recovery_.state() == Recovery::open) {
    const std::uint32_t used = std::max(w.used, settings_.initial_cwnd);
    if (used < w.cwnd()) {
      w.set_ssthresh(w.current_ssthresh(false));
      w.set_cwnd((w.cwnd() + used) / 2);
    }
    w.used = 0;
  }
  w.stamp = snd_.now;
}

void Connection::restart_after_idle() {
  if (!settings_.slow_start_after_idle || !snd_.queue.empty() || snd_.nxt <= 1) return;
  Ps idle = snd_.now - snd_.last_sent;
  if (idle <= snd_.rtt.rto()) return;
  // Halved for every RTO of silence, down to the initial window (RFC 2861, RFC 5681, 4.1).
  CongestionWindow& w = snd_.window;
  w.set_ssthresh(w.current_ssthresh(recovery_.reducing()));
  const std::uint32_t least = std::min(settings_.initial_cwnd, w.cwnd());
  std::uint32_t cwnd = w.cwnd();
  while ((idle -= snd_.rtt.rto()) > 0 && cwnd > least) cwnd /= 2;
  w.set_cwnd(std::max(cwnd, least));
  w.stamp = snd_.now;
  w.used = 0;
}

}  // namespace rocelab::tcp
