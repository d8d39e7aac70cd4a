#pragma once
#include <memory>

#include "transport/tcp/busy_time.h"
#include "transport/tcp/congestion/control.h"
#include "transport/tcp/info.h"
#include "transport/tcp/retransmit_queue.h"
#include "transport/tcp/retransmit_timer.h"
#include "transport/tcp/rtt.h"

namespace rocelab::tcp {

/// The sending half's control block (RFC 9293, 3.3.1): what output, acknowledgement and recovery share.
struct SendState {
  SendState(const Settings& s, Counters& c) : settings(s), counters(c), rtt(s), reordering(s.reordering) {}

  const Settings& settings;
  Counters& counters;
  RetransmitQueue queue;
  RttEstimator rtt;
  CongestionWindow window;
  std::unique_ptr<CongestionControl> control;
  RetransmitTimer timer;
  BusyTime busy;
  Ps now = 0;  // of the event that is handled

  // The SYN is 0, data begins at 1; `end` is one past the last octet given, where the FIN goes.
  Seq una = 0, nxt = 0, end = 1;
  bool fin = false;  // the application sends no more
  std::uint64_t wnd = 0;
  std::uint64_t max_wnd = 0;
  Seq window_seq = 0;       // of the segment that brought it (SND.WL1), in the peer's numbering
  std::uint32_t mss = 536;  // payload of a full segment
  bool sack_ok = false;
  bool timestamps = false;
  bool ecn = false;
  bool cwr_due = false;  // the peer is to be told that the window was reduced

  std::uint32_t reordering;           // segments by which the path is thought to reorder
  std::uint32_t reordering_seen = 0;  // times
  std::uint64_t delivered = 0;        // segments
  std::uint64_t delivered_ce = 0;
  std::uint32_t retransmits = 0;  // timeouts in a row
  std::uint32_t backoff = 0;      // of the window probe
  Ps last_sent = 0;               // data

  Seq space_end() const { return end + (fin ? 1 : 0); }
  Seq window_end() const { return una + static_cast<Seq>(wnd); }
  std::uint32_t in_flight() const { return queue.in_flight(); }
  Seq highest_sacked() const { return queue.highest_sacked(una); }
  bool by_rack() const { return sack_ok && settings.rack; }
  /// TSval: milliseconds, as in Linux 6.1.
  std::uint32_t timestamp() const {
    return static_cast<std::uint32_t>(now / 1'000'000'000) + settings.timestamp_offset;
  }

  void deliver(std::uint32_t segments, bool marked) {
    delivered += segments;
    if (marked) delivered_ce += segments;
  }
  bool mark_lost(std::size_t i) {
    if (!queue.mark_lost(i)) return false;
    counters.lost += queue[i].segments;
    return true;
  }
};

}  // namespace rocelab::tcp
