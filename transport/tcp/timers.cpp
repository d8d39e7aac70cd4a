#include <algorithm>
#include <cerrno>

#include "transport/tcp/connection.h"

/// The connection's timers behind one deadline.
namespace rocelab::tcp {

Ps Connection::deadline() const {
  if (state_ == State::closed) return never;
  return std::min({snd_.timer.at(), rcv_.policy.deadline(), keepalive_at_, end_at_});
}

void Connection::expire(Ps now) {
  snd_.now = now;
  if (state_ == State::closed) return;
  if (now >= end_at_) return fail(0);
  if (now >= rcv_.policy.deadline()) {
    rcv_.policy.expire(now, snd_.rtt);
    if (rcv_.policy.due()) ++counters_.delayed_acks;
  }
  if (now >= keepalive_at_) keepalive_expired();
  if (state_ == State::closed || now < snd_.timer.at()) return;
  switch (snd_.timer.kind()) {
    case RetransmitTimer::Kind::none:
      break;
    case RetransmitTimer::Kind::retransmission:
      return retransmission_expired();
    case RetransmitTimer::Kind::tail_probe:
      return tail_probe_expired();
    case RetransmitTimer::Kind::reordering:
      snd_.timer.clear();
      return recovery_.reordering_timeout();
    case RetransmitTimer::Kind::window_probe:
      return window_probe_expired();
  }
}

Ps Connection::rto_for_user() const {
  const Ps rto = snd_.rtt.rto();
  if (settings_.user_timeout == 0 || recovery_.resent_since() == never) return rto;
  const Ps left = recovery_.resent_since() + settings_.user_timeout - snd_.now;
  return std::clamp<Ps>(left, 1'000'000, rto);
}

bool Connection::resent_for(unsigned boundary, Ps timeout) const {
  if (snd_.retransmits == 0 || recovery_.resent_since() == never) return false;
  if (timeout == 0) {
    // As long as `boundary` timeouts from the least one on would take (tcp_model_timeout).
    Ps wait = settings_.rto_min;
    for (unsigned i = 0; i <= boundary; ++i) {
      timeout += wait;
      wait = std::min(wait * 2, settings_.rto_max);
    }
  }
  return snd_.now - recovery_.resent_since() >= timeout;
}

bool Connection::given_up() const {
  if (state_ == State::syn_sent) return snd_.retransmits >= settings_.syn_retries;
  if (state_ == State::syn_received) return snd_.retransmits >= settings_.synack_retries;
  if (!orphan_) return resent_for(settings_.retries, settings_.user_timeout);
  const bool alive = snd_.rtt.rto() < settings_.rto_max;
  return resent_for(alive ? settings_.orphan_retries : 0, settings_.user_timeout);
}

void Connection::retransmission_expired() {
  if (snd_.queue.empty()) return snd_.timer.clear();
  const bool handshake = state_ == State::syn_sent || state_ == State::syn_received;
  if (snd_.wnd == 0 && !orphan_ && !handshake) {
    // The peer has taken its window back: resends are probes now, for as long as it is heard of.
    if (snd_.now - last_heard_ > settings_.rto_max) return fail(ETIMEDOUT);
    recovery_.retransmission_timeout();
  } else {
    if (given_up()) return fail(ETIMEDOUT);
    recovery_.retransmission_timeout();
    ++snd_.retransmits;
  }
  ++counters_.timeouts;
  snd_.rtt.back_off();
  snd_.timer.set(RetransmitTimer::Kind::retransmission, snd_.now + rto_for_user());
}

void Connection::tail_probe_expired() {
  if (recovery_.probe_outstanding() || snd_.queue.empty()) return recovery_.rearm();
  const std::uint32_t mss = current_mss();
  const bool unsent = snd_.nxt < snd_.space_end();
  if (unsent && std::min<Seq>(snd_.nxt + mss, snd_.space_end()) <= snd_.window_end()) {
    forced_ = Forced::tail_probe;
  } else {
    tail_due_ = true;
  }
}

Ps Connection::window_probe_wait() const {
  const Ps base = std::max(snd_.rtt.rto(), settings_.rto_min);
  return std::min(base << std::min(snd_.backoff, 10u), settings_.rto_max);
}

void Connection::window_probe_expired() {
  if (!snd_.queue.empty() || snd_.nxt >= snd_.space_end()) {
    probes_ = 0;
    probing_since_ = never;
    return recovery_.rearm();
  }
  if (probing_since_ == never) {
    probing_since_ = snd_.now;
  } else if (settings_.user_timeout > 0 && snd_.now - probing_since_ >= settings_.user_timeout) {
    return fail(ETIMEDOUT);
  }
  unsigned most = settings_.retries;
  if (orphan_) most = window_probe_wait() < settings_.rto_max ? settings_.orphan_retries : 0;
  if (probes_ >= most) return fail(ETIMEDOUT);

  if (snd_.window_end() > snd_.nxt) {
    forced_ = Forced::window_probe;  // a window smaller than a segment is used in the end
  } else {
    ping_due_ = true;
  }
  ++counters_.window_probes;
  ++probes_;
  if (snd_.backoff < settings_.retries) ++snd_.backoff;
  Ps wait = window_probe_wait();
  if (settings_.user_timeout > 0) {
    wait = std::min(wait, std::max<Ps>(probing_since_ + settings_.user_timeout - snd_.now, 1'000'000));
  }
  snd_.timer.set(RetransmitTimer::Kind::window_probe, snd_.now + wait);
}

void Connection::set_keepalive(Ps now, bool on) {
  snd_.now = now;
  settings_.keepalive = on;
  keepalive_at_ =
      on && state_ >= State::established && state_ != State::time_wait ? now + settings_.keepalive_time : never;
}

void Connection::keepalive_expired() {
  const bool busy = !snd_.queue.empty() || snd_.nxt < snd_.space_end();
  if (busy) {
    keepalive_at_ = snd_.now + settings_.keepalive_time;
    return;
  }
  const Ps silent = snd_.now - std::max(last_heard_, rcv_.policy.last_received());
  if (silent < settings_.keepalive_time) {
    keepalive_at_ = snd_.now + settings_.keepalive_time - silent;
    return;
  }
  const bool out_of_patience = settings_.user_timeout > 0 ? silent >= settings_.user_timeout && probes_ > 0
                                                          : probes_ >= settings_.keepalive_probes;
  if (out_of_patience) {
    rst_due_ = true;
    return fail(ETIMEDOUT);
  }
  ++probes_;
  ++counters_.keepalive_probes;
  ping_due_ = true;
  keepalive_at_ = snd_.now + settings_.keepalive_interval;
}

}  // namespace rocelab::tcp
