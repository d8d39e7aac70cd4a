#include <algorithm>
#include <cerrno>

#include "transport/tcp/connection.h"

/// SYN, SYN-ACK and what they agree on (RFC 9293, 3.5; 7323, 2.2; 2018, 2; 3168, 6.1.1).
namespace rocelab::tcp {

wire::TcpOptions Connection::syn_options(bool answer) const {
  wire::TcpOptions options;
  options.mss = settings_.mss;
  // An answer offers only what was asked for.
  options.sack_permitted = answer ? snd_.sack_ok : settings_.sack;
  // A shift of 0 is offered, too: it lets the peer scale its own window (RFC 7323, 2.2).
  if (answer ? scaling_ : settings_.window_scaling) options.window_scale = settings_.window_scale;
  if (answer ? snd_.timestamps : settings_.timestamps) options.timestamps = {snd_.timestamp(), ts_recent_};
  return options;
}

void Connection::take_options(const wire::TcpOptions& o) {
  snd_.timestamps = settings_.timestamps && o.timestamps;
  if (snd_.timestamps) {
    ts_recent_ = o.timestamps->value;
    ts_recent_at_ = snd_.now;
  }
  snd_.sack_ok = rcv_.sack_ok = settings_.sack && o.sack_permitted;
  scaling_ = o.window_scale && settings_.window_scaling;
  if (scaling_) {
    peer_scale_ = std::min<std::uint8_t>(*o.window_scale, 14);
    rcv_.window.set_scale(settings_.window_scale);
  }
  // 536 where the peer announces nothing (RFC 9293, 3.7.1); options in every segment come out of the payload.
  constexpr std::uint32_t timestamp_octets = 12, least = 48;
  const std::uint32_t mss = std::max(least, std::min<std::uint32_t>(settings_.mss, o.mss.value_or(536)));
  snd_.mss = mss - (snd_.timestamps ? timestamp_octets : 0);
}

void Connection::take_syn(const SegmentIn& in) {
  rcv_.start(in.header.seq);
  take_options(in.header.options);
  snd_.wnd = snd_.max_wnd = in.header.window;  // a SYN's window is not scaled (RFC 7323, 2.2)
  snd_.window_seq = 0;
  // ECN is asked for by ECE and CWR, granted by ECE alone.
  const bool asked = in.has(wire::tcp_ece) && in.has(wire::tcp_cwr);
  const bool granted = in.has(wire::tcp_ece) && !in.has(wire::tcp_cwr);
  if (state_ == State::syn_sent ? granted && asks_for_ecn()
                                : asked && (asks_for_ecn() || settings_.ecn == EcnUse::when_asked)) {
    snd_.ecn = true;
    rcv_.ecn.enable(snd_.control->needs_ecn());
  }
}

void Connection::established(Arrival& arrival) {
  state_ = snd_.fin ? State::fin_wait_1 : State::established;  // the application may have closed already
  recovery_.start();
  snd_.last_sent = snd_.now;
  rcv_.policy.begin(snd_.now);
  snd_.retransmits = 0;
  if (!snd_.rtt.measured()) snd_.rtt.fall_back();
  if (settings_.keepalive) set_keepalive(snd_.now, true);
  arrival.established = true;
}

void Connection::arrive_syn_sent(const SegmentIn& in, Arrival& arrival) {
  if (in.has(wire::tcp_ack)) {
    const Seq ack = unwrap(in.header.ack, settings_.initial_sequence, snd_.una);
    if (ack <= snd_.una || ack > snd_.nxt) {
      if (!in.has(wire::tcp_rst)) reset_answer_ = reset_for(in);
      return;
    }
    if (in.has(wire::tcp_rst)) return fail(ECONNREFUSED, &arrival);
    if (!in.has(wire::tcp_syn)) return;
    take_syn(in);
    take_ack(in, 0);
    established(arrival);
    rcv_.policy.urge();
    rcv_.policy.hurry();
    // Data may ride on the SYN-ACK.
    if (in.payload > 0) rcv_.take(snd_.now, 1, in, snd_.rtt, arrival);
    return;
  }
  if (in.has(wire::tcp_rst) || !in.has(wire::tcp_syn)) return;
  // Both ends opened at once (RFC 9293, 3.5, figure 7): answer with the same SYN and an ACK.
  take_syn(in);
  state_ = State::syn_received;
  if (!snd_.queue.empty()) tail_due_ = true;
}

}  // namespace rocelab::tcp
