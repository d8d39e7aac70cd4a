#pragma once
#include <cstdint>
#include <string>

#include "tlm/units.h"

namespace rocelab::tcp {

/// When to negotiate ECN (sysctl tcp_ecn 0, 2, 1).
enum class EcnUse : std::uint8_t { off, when_asked, ask };

/// What an administrator (sysctl) and an application (socket options) may set; the values are Linux 6.1's.
struct Settings {
  // Path and buffers
  std::uint32_t initial_sequence = 0;            // RFC 6528 has it drawn from a keyed hash; the owner's to choose
  std::uint16_t mss = 1460;                      // announced: MTU less 40 (IPv4) or 60 (IPv6)
  bool window_scaling = true;                    // offered, and taken when the peer offers it too
  std::uint8_t window_scale = 7;                 // 0..14; 7 is Linux's for a buffer of up to 6 MiB
  std::uint64_t receive_buffer = 4ull << 20;     // octets of payload the owner can hold, out-of-order ones included
  std::uint32_t initial_receive_window = 65535;  // the window opens from here as data arrive

  // Options
  bool timestamps = true;
  std::uint32_t timestamp_offset = 0;  // of the millisecond clock that TSval shows
  bool sack = true;
  bool dsack = true;
  EcnUse ecn = EcnUse::when_asked;

  // Congestion control and recovery
  std::string congestion = "cubic";  // a name of congestion/catalog.h
  std::uint32_t initial_cwnd = 10;   // segments, TCP_INIT_CWND
  std::uint32_t reordering = 3;      // segments, TCP_FASTRETRANS_THRESH
  std::uint32_t max_reordering = 300;
  bool rack = true;
  bool tail_loss_probe = true;
  bool frto = true;
  bool slow_start_after_idle = true;
  Ps jiffy = 4'000'000'000;        // HZ 250; CUBIC and a few rules count time in jiffies
  Ps timeout_min = 2'000'000'000;  // added to the tail probe's and RACK's timer

  // Retransmission
  Ps rto_initial = 1'000'000'000'000;
  Ps rto_min = 200'000'000'000;
  Ps rto_max = 120'000'000'000'000;
  unsigned syn_retries = 6;
  unsigned synack_retries = 5;
  unsigned retries = 15;        // TCP_RETR2
  unsigned orphan_retries = 8;  // after close(), when nobody waits
  Ps user_timeout = 0;          // TCP_USER_TIMEOUT; 0: retries decide

  // Acknowledging
  unsigned max_quickacks = 16;
  Ps delack_min = 40'000'000'000;
  Ps delack_max = 200'000'000'000;
  unsigned compressed_sacks = 44;  // duplicate ACKs that one may stand for; 0: none
  Ps compressed_sack_delay = 1'000'000'000;
  Ps invalid_ratelimit = 500'000'000'000;  // at most one ACK per this time to segments out of window, without data

  // Sending
  bool nodelay = false;
  bool cork = false;
  unsigned tso_win_divisor = 3;
  unsigned min_tso_segments = 2;

  // Ends
  Ps time_wait = 60'000'000'000'000;
  Ps fin_timeout = 60'000'000'000'000;
  bool keepalive = false;
  Ps keepalive_time = 7'200'000'000'000'000;
  Ps keepalive_interval = 75'000'000'000'000;
  unsigned keepalive_probes = 9;
};

}  // namespace rocelab::tcp
