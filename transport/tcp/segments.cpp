#include <algorithm>

#include "transport/tcp/connection.h"

/// What every segment carries: acknowledgement, window, options, ECN.
namespace rocelab::tcp {

std::uint32_t Connection::current_mss() const {
  // SACK blocks come out of the payload, too: 8 octets each, 4 for the option's head.
  if (!snd_.sack_ok || rcv_.sacks.empty()) return snd_.mss;
  const std::uint32_t most = snd_.timestamps ? 3 : 4;
  return snd_.mss - 4 - 8 * std::min(rcv_.sacks.size(), most);
}

SegmentOut Connection::build(Seq seq, std::uint8_t flags, std::uint32_t payload, std::uint32_t mss) {
  SegmentOut out;
  out.header.seq = wrap(seq, settings_.initial_sequence);
  out.header.flags = flags;
  out.payload = payload;
  out.mss = mss;
  if (snd_.timestamps) out.header.options.timestamps = {snd_.timestamp(), ts_recent_};
  if (flags & wire::tcp_rst) {
    out.header.ack = rcv_.ack_field();
    ++counters_.segments_out;
    return out;
  }
  if (flags & wire::tcp_ack) {
    out.header.ack = rcv_.ack_field();
    out.header.window = rcv_.advertise();
    if (rcv_.sack_ok && !rcv_.sacks.empty()) rcv_.fill_sack(out.header.options, snd_.timestamps ? 3 : 4);
    if (rcv_.ecn.echo()) out.header.flags |= wire::tcp_ece;
    rcv_.acknowledged();
  }
  // DCTCP wants every segment marked instead of dropped, also ACKs and resends (RFC 8257, 3.1).
  if (snd_.ecn && snd_.control->needs_ecn()) out.ecn = wire::Ecn::ect0;
  const std::uint32_t frames = out.frames();
  // The last frame of several ends what GRO collects at the receiver (Linux: __tcp_transmit_skb).
  if (frames > 1) out.header.flags |= wire::tcp_psh;
  counters_.segments_out += frames;
  if (payload > 0) counters_.data_segments_out += frames;
  return out;
}

SegmentOut Connection::pure_ack() {
  ++counters_.acks_out;
  // Where the peer has taken its window back, a number beyond it would not be acceptable (RFC 9293, 3.8.6.2.1).
  const bool beyond = snd_.nxt - snd_.window_end() >= Seq{1} << peer_scale_;
  return build(beyond ? std::max(snd_.una, snd_.window_end()) : snd_.nxt, wire::tcp_ack);
}

SegmentOut Connection::syn() {
  const bool answer = state_ != State::syn_sent;
  SegmentOut out;
  out.header.seq = settings_.initial_sequence;
  out.header.flags = wire::tcp_syn;
  if (answer) {
    out.header.flags |= wire::tcp_ack | (snd_.ecn ? wire::tcp_ece : 0);
    out.header.ack = rcv_.ack_field();
    rcv_.acknowledged();
  } else if (asks_for_ecn()) {
    out.header.flags |= wire::tcp_ece | wire::tcp_cwr;
  }
  out.header.window = rcv_.window.advertise_in_syn(rcv_.nxt());
  out.header.options = syn_options(answer);
  ++counters_.segments_out;
  return out;
}

std::uint32_t Connection::tso_segments(std::uint32_t max_payload, std::uint32_t mss) const {
  const std::uint32_t most = std::max(1u, max_payload / mss);
  if (!snd_.rtt.measured() || most == 1) return most;
  // About a millisecond's worth at the pacing rate, more where the path is short (tcp_tso_autosize).
  const double windows = snd_.window.cwnd() < snd_.window.ssthresh() / 2 ? 2.0 : 1.2;
  const double in_a_ms = windows * mss * std::max(snd_.window.cwnd(), snd_.queue.packets_out()) *
                         (1e12 / 1024 / static_cast<double>(snd_.rtt.srtt()));
  const Ps min_rtt = snd_.rtt.min_rtt() == never ? snd_.rtt.srtt() : snd_.rtt.min_rtt();
  const auto halvings = static_cast<unsigned>(std::min<Ps>(31, min_rtt / 512'000'000));
  const double octets = std::min(in_a_ms, 4e9) + (max_payload >> halvings);
  const auto segments = static_cast<std::uint32_t>(octets / mss);
  return std::min(most, std::max(segments, settings_.min_tso_segments));
}

}  // namespace rocelab::tcp
