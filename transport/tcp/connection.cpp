#include "transport/tcp/connection.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace rocelab::tcp {

Connection::Connection(const Config& config)
    : settings_(config), snd_(settings_, counters_), recovery_(snd_), rcv_(settings_, counters_) {
  snd_.control = make_congestion_control(config.congestion, settings_);
  if (!snd_.control) throw std::invalid_argument("tcp: no congestion control named " + config.congestion);
  snd_.window.set_cwnd(config.initial_cwnd);
}

void Connection::connect(Ps now) {
  snd_.now = now;
  state_ = State::syn_sent;
}

void Connection::accept(Ps now, const SegmentIn& segment) {
  snd_.now = last_heard_ = now;
  state_ = State::syn_received;
  take_syn(segment);
}

void Connection::send(Ps now, std::uint64_t bytes, bool more) {
  snd_.now = now;
  if (snd_.fin || error_ != 0) return;
  restart_after_idle();
  tail_ = std::max(tail_, snd_.nxt);
  if (snd_.end - tail_ >= size_goal()) tail_ = snd_.end;
  // What joins an unsent stretch takes its push over.
  if (tail_ < snd_.end && !pushes_.empty() && pushes_.back() == snd_.end) pushes_.pop_back();
  snd_.end += static_cast<Seq>(bytes);
  if (bytes > 0) snd_.busy.begin(now);
  // The end of a write, or half the peer's window without a push.
  if (more && snd_.end - pushed_ <= static_cast<Seq>(snd_.max_wnd / 2)) return;
  pushed_ = snd_.end;
  pushes_.push_back(pushed_);
}

Seq Connection::size_goal() const {
  // tcp_xmit_size_goal: 64 KiB with headers, but at most half the largest window, in whole segments.
  constexpr Seq most = 65'535 - 320;
  const auto window = static_cast<Seq>(snd_.max_wnd);
  const Seq bound = std::min(most, std::max<Seq>(window > 536 ? window / 2 : window, 48));
  return std::max<Seq>(bound / snd_.mss, 1) * snd_.mss;
}

std::uint64_t Connection::piece() const {
  const Seq filled = snd_.end - std::max(tail_, snd_.nxt);
  const Seq goal = size_goal();
  return static_cast<std::uint64_t>(filled < goal ? goal - std::max<Seq>(filled, 0) : goal);
}

void Connection::consumed(Ps now, std::uint64_t bytes, bool drained) {
  snd_.now = now;
  rcv_.read(bytes, drained);
}

void Connection::shutdown(Ps now) {
  snd_.now = now;
  if (snd_.fin) return;
  switch (state_) {
    case State::syn_sent:
      state_ = State::closed;
      snd_.timer.clear();
      return;
    case State::syn_received:
      break;
    case State::established:
      state_ = State::fin_wait_1;
      break;
    case State::close_wait:
      state_ = State::last_ack;
      break;
    default:
      return;
  }
  snd_.fin = true;
}

void Connection::close(Ps now) {
  snd_.now = now;
  const bool unread = rcv_.unread() > 0;
  orphan_ = true;
  if (unread && state_ != State::closed && state_ != State::time_wait) return abort(now);
  if (state_ == State::fin_wait_2) end_at_ = now + settings_.fin_timeout;
  shutdown(now);
}

void Connection::abort(Ps now) {
  snd_.now = now;
  // Where the peer knows of no connection, or it is over, there is nothing to reset.
  rst_due_ = state_ != State::closed && state_ != State::time_wait && state_ != State::syn_sent;
  fail(0);
}

void Connection::fail(int error, Arrival* arrival) {
  error_ = error;
  state_ = State::closed;
  snd_.busy.end(snd_.now);
  snd_.timer.clear();
  keepalive_at_ = end_at_ = never;
  answer_due_ = ping_due_ = tail_due_ = false;
  forced_ = Forced::nothing;
  if (arrival) arrival->failed = true;
}

void Connection::enter_time_wait() {
  state_ = State::time_wait;
  end_at_ = snd_.now + settings_.time_wait;
  keepalive_at_ = never;
}

Info Connection::info() const {
  Info i;
  i.state = state_;
  i.recovery = recovery_.state();
  i.cwnd = snd_.window.cwnd();
  i.ssthresh = snd_.window.ssthresh();
  i.packets_out = snd_.queue.packets_out();
  i.sacked = snd_.queue.sacked_out();
  i.lost = snd_.queue.lost_out();
  i.retrans = snd_.queue.retrans_out();
  i.in_flight = snd_.in_flight();
  i.reordering = snd_.reordering;
  i.reordering_seen = snd_.reordering_seen;
  i.retransmits = snd_.retransmits;
  i.backoff = snd_.backoff;
  i.probes = probes_;
  i.srtt = snd_.rtt.srtt();
  i.rttvar = snd_.rtt.mdev();
  i.min_rtt = snd_.rtt.min_rtt() == never ? 0 : snd_.rtt.min_rtt();
  i.rto = snd_.rtt.rto();
  i.ato = rcv_.policy.ato();
  i.snd_mss = snd_.mss;
  i.rcv_mss = rcv_.policy.rcv_mss();
  i.snd_wnd = snd_.wnd;
  i.rcv_wnd = static_cast<std::uint64_t>(rcv_.window.open(rcv_.nxt()));
  i.rcv_ssthresh = static_cast<std::uint64_t>(rcv_.window.threshold());
  i.sack_blocks = rcv_.sacks.size();
  i.window_scaling = scaling_;
  i.snd_wscale = peer_scale_;
  i.rcv_wscale = rcv_.window.scale();
  i.last_data_sent = snd_.last_sent;
  i.last_data_received = rcv_.policy.last_received();
  i.last_ack_received = last_heard_;
  i.timestamps = snd_.timestamps;
  i.sack = snd_.sack_ok;
  i.ecn = snd_.ecn;
  i.unsent = static_cast<std::uint64_t>(snd_.end - std::clamp<Seq>(snd_.nxt, 1, snd_.end));
  i.unacked = in_flight();
  i.bytes_acked = acknowledged();
  i.bytes_received = readable_up_to();
  i.delivered = snd_.delivered;
  i.delivered_ce = snd_.delivered_ce;
  return i;
}

}  // namespace rocelab::tcp
