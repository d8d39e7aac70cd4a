#include "transport/tcp/connection.h"

#include <algorithm>
#include <cerrno>
#include <stdexcept>

namespace rocelab::tcp {

Connection::Connection(const Config& config)
    : config_(config), mss_(536), congestion_(make_congestion_control(config.congestion)) {
  if (!congestion_) throw std::invalid_argument("tcp: no congestion control named " + config.congestion);
}

void Connection::connect(Ps) { state_ = State::syn_sent; }

void Connection::accept(Ps, const SegmentIn& syn) {
  state_ = State::syn_received;
  take_syn_options(syn);
}

void Connection::send(Ps, std::uint64_t bytes) { end_ += bytes; }

void Connection::consumed(Ps, std::uint64_t bytes, bool drained) {
  consumed_ += bytes;
  if (drained) ack_.drained();
  // Linux announces a window that has at least doubled (tcp_cleanup_rbuf), which also avoids silly windows.
  const std::uint64_t left = advertised_ - std::min(advertised_, rcv_nxt_);
  if (receive_window() >= 2 * left && receive_window() >= left + mss_) ack_.immediately();
}

void Connection::shutdown(Ps) {
  if (fin_) return;
  fin_ = true;
  if (state_ == State::established || state_ == State::syn_received) state_ = State::fin_wait_1;
  if (state_ == State::close_wait) state_ = State::last_ack;
  if (state_ == State::syn_sent) state_ = State::closed;
}

void Connection::abort(Ps) {
  if (state_ != State::closed && state_ != State::time_wait) rst_due_ = true;
  state_ = State::closed;
  retransmit_at_ = probe_at_ = close_at_ = never;
}

std::uint64_t Connection::acknowledged() const { return std::min(std::max<Seq>(snd_una_, 1), end_) - 1; }

std::uint64_t Connection::readable_up_to() const { return std::max<Seq>(rcv_nxt_, 1) - 1 - (fin_received_ ? 1 : 0); }

Ps Connection::deadline() const {
  return std::min({retransmit_at_, probe_at_, close_at_, state_ == State::closed ? never : ack_.deadline()});
}

void Connection::expire(Ps now) {
  ack_.expire(now);
  if (now >= close_at_) {
    close_at_ = never;
    state_ = State::closed;
  }
  if (now >= probe_at_) {
    probe_at_ = never;
    probe_due_ = true;
    rtt_.expired();
  }
  if (now < retransmit_at_) return;
  retransmit_at_ = never;
  if (++attempts_ > (state_ == State::syn_sent ? syn_retries : retries)) return fail(ETIMEDOUT);
  ++timeouts_;
  rtt_.expired();
  congestion_->timed_out(now);
  timed_at_ = never;  // Karn: no sample from what is sent twice
  snd_nxt_ = snd_una_;
}

void Connection::fail(int error, Arrival* arrival) {
  error_ = error;
  state_ = State::closed;
  retransmit_at_ = probe_at_ = close_at_ = never;
  if (arrival) arrival->failed = true;
}

}  // namespace rocelab::tcp
