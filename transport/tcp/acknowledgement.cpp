#include <algorithm>

#include "transport/tcp/connection.h"

/// What a segment's acknowledgement, window and SACK blocks do to the sender (RFC 9293, 3.10.7.4; RFC 5961, 5).
namespace rocelab::tcp {

bool Connection::take_window(const SegmentIn& in, Seq begin, Seq ack) {
  const std::uint64_t window = static_cast<std::uint64_t>(in.header.window)
                               << (in.has(wire::tcp_syn) ? 0 : peer_scale_);
  const bool other = window > snd_.wnd || window == 0;
  const bool newer = ack > snd_.una || begin > snd_.window_seq || (begin == snd_.window_seq && other);
  if (!newer) return false;
  snd_.window_seq = begin;
  snd_.wnd = window;
  snd_.max_wnd = std::max(snd_.max_wnd, window);
  return true;
}

void Connection::take_sack(AckEvent& a, const SegmentIn& in) {
  const wire::TcpOptions& o = in.header.options;
  if (!snd_.sack_ok || o.sack_blocks == 0) return;
  Range blocks[4];
  for (std::uint32_t i = 0; i < o.sack_blocks; ++i) {
    blocks[i].begin = unwrap(o.sack[i].left, settings_.initial_sequence, snd_.una);
    blocks[i].end = unwrap(o.sack[i].right, settings_.initial_sequence, snd_.una);
  }
  recovery_.apply_sack(a, blocks, o.sack_blocks);
}

void Connection::window_opened() {
  if (snd_.nxt >= snd_.space_end()) return;
  if (std::min<Seq>(snd_.nxt + current_mss(), snd_.space_end()) <= snd_.window_end()) {
    snd_.backoff = 0;
    probing_since_ = never;
    if (snd_.timer.is(RetransmitTimer::Kind::window_probe)) snd_.timer.clear();
  } else {
    snd_.timer.set(RetransmitTimer::Kind::window_probe, snd_.now + window_probe_wait());
  }
}

Connection::Verdict Connection::take_ack(const SegmentIn& in, Seq begin) {
  AckEvent a;
  a.ack = unwrap(in.header.ack, settings_.initial_sequence, snd_.una);
  if (snd_.timestamps && in.header.options.timestamps) a.echo = in.header.options.timestamps->echo;
  recovery_.begin(a.echo);
  a.prior_una = snd_.una;
  a.prior_packets = snd_.queue.packets_out();
  a.prior_delivered = snd_.delivered;
  a.prior_lost = counters_.lost;
  a.lowest_original = snd_.nxt;
  if (a.ack > snd_.nxt) return Verdict::unacceptable;
  if (a.ack < snd_.una) {
    // Older than anything the peer could still be repeating: blind injection (RFC 5961, 5.2).
    if (a.ack < snd_.una - static_cast<Seq>(snd_.max_wnd)) {
      challenge();
      return Verdict::unacceptable;
    }
    take_sack(a, in);
    if (a.data_sacked || a.duplicate) {
      recovery_.alert(a, 0);
      if (a.arm_timer) recovery_.set_timer();
      recovery_.control(a);
    }
    return Verdict::old;
  }
  if (a.ack > snd_.una) {
    a.una_advanced = true;
    snd_.retransmits = 0;
  }
  a.prior_fack = snd_.sack_ok ? snd_.highest_sacked() : snd_.una;
  a.data = in.payload > 0 || in.has(wire::tcp_syn) || in.has(wire::tcp_fin);
  a.window_update = take_window(in, begin, a.ack);
  a.ece = snd_.ecn && in.has(wire::tcp_ece) && !in.has(wire::tcp_syn);
  if (a.ece) ++counters_.ece_in;
  // The SYN's own acknowledgement must not move data: una goes first, the queue follows.
  snd_.una = a.ack;
  if (snd_.una >= snd_.end) snd_.busy.end(snd_.now);
  take_sack(a, in);
  probes_ = 0;

  if (a.prior_packets == 0) {
    if (a.duplicate) recovery_.alert(a, 0);
    window_opened();
    if (recovery_.probe_outstanding()) recovery_.probe_acknowledged(a);
    return Verdict::good;
  }
  recovery_.clean(a);
  recovery_.adapt(a);
  if (recovery_.probe_outstanding()) recovery_.probe_acknowledged(a);
  if (recovery_.dubious(a)) {
    const bool counts = !a.una_advanced && !a.not_duplicate() && !a.duplicate;
    recovery_.alert(a, counts ? std::max<std::uint32_t>(1, in.frames) : 0);
  }
  if (a.arm_timer) recovery_.set_timer();
  recovery_.control(a);
  return Verdict::good;
}

}  // namespace rocelab::tcp
