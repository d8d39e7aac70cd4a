#pragma once
#include <cstdint>

#include "tlm/units.h"
#include "transport/tcp/state.h"

namespace rocelab::tcp {

/// Totals since the connection began.
struct Counters {
  std::uint64_t segments_in = 0;
  std::uint64_t segments_out = 0;       // frames of data and control alike
  std::uint64_t data_segments_out = 0;  // frames with payload
  std::uint64_t retransmitted = 0;      // frames
  std::uint64_t retransmitted_bytes = 0;
  std::uint64_t timeouts = 0;  // retransmission timer
  std::uint64_t fast_recoveries = 0;
  std::uint64_t tail_probes = 0;
  std::uint64_t window_probes = 0;
  std::uint64_t keepalive_probes = 0;
  std::uint64_t undone = 0;             // window reductions found spurious
  std::uint64_t spurious_timeouts = 0;  // by F-RTO
  std::uint64_t duplicates_in = 0;      // payload octets received again
  std::uint64_t out_of_order_in = 0;    // segments
  std::uint64_t dsacks_in = 0;
  std::uint64_t acks_out = 0;      // pure ACKs
  std::uint64_t delayed_acks = 0;  // by timer
  std::uint64_t challenge_acks = 0;
  std::uint64_t paws_drops = 0;
  std::uint64_t lost = 0;  // frames ever marked lost
  std::uint64_t ece_in = 0;
  std::uint64_t ce_in = 0;
};

/// A look at the machine, in the manner of Linux's struct tcp_info. Windows count segments unless they say octets.
struct Info {
  State state = State::closed;
  Recovery recovery = Recovery::open;
  std::uint32_t cwnd = 0;
  std::uint32_t ssthresh = 0;  // 0x7fffffff before the first reduction
  std::uint32_t packets_out = 0;
  std::uint32_t sacked = 0;
  std::uint32_t lost = 0;
  std::uint32_t retrans = 0;    // resent and not yet acknowledged
  std::uint32_t in_flight = 0;  // packets_out - sacked - lost + retrans
  std::uint32_t reordering = 0;
  std::uint32_t reordering_seen = 0;  // times
  std::uint32_t retransmits = 0;      // timeouts in a row
  std::uint32_t backoff = 0;
  std::uint32_t probes = 0;
  Ps srtt = 0;    // 0: no sample yet
  Ps rttvar = 0;  // mean deviation
  Ps min_rtt = 0;
  Ps rto = 0;
  Ps ato = 0;
  std::uint32_t snd_mss = 0;
  std::uint32_t rcv_mss = 0;
  std::uint64_t snd_wnd = 0;       // octets, scaled
  std::uint64_t rcv_wnd = 0;       // octets, still open
  std::uint64_t rcv_ssthresh = 0;  // octets
  std::uint32_t sack_blocks = 0;   // that the receiving half reports at present
  bool window_scaling = false;
  std::uint8_t snd_wscale = 0;
  std::uint8_t rcv_wscale = 0;
  // The last time that something went or came, at first the handshake's end
  Ps last_data_sent = 0;
  Ps last_data_received = 0;
  Ps last_ack_received = 0;
  bool timestamps = false;
  bool sack = false;
  bool ecn = false;
  std::uint64_t unsent = 0;   // octets written, not yet sent
  std::uint64_t unacked = 0;  // octets sent, not yet acknowledged
  std::uint64_t bytes_acked = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t delivered = 0;     // segments
  std::uint64_t delivered_ce = 0;  // segments
};

}  // namespace rocelab::tcp
