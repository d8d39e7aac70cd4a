#pragma once
#include <optional>

#include "transport/tcp/ack_policy.h"
#include "transport/tcp/ecn_echo.h"
#include "transport/tcp/info.h"
#include "transport/tcp/reassembly.h"
#include "transport/tcp/receive_window.h"
#include "transport/tcp/sack_list.h"
#include "transport/tcp/segment.h"

namespace rocelab::tcp {

/// The receiving half: what is expected next, what waits beyond a hole, what window is offered, what is reported back.
class Receiver {
 public:
  Receiver(const Settings& settings, Counters& counters)
      : policy(settings), window(settings), settings_(settings), counters_(counters) {}

  /// The peer's SYN has come.
  void start(std::uint32_t initial);

  Seq position(std::uint32_t wire_number) const { return unwrap(wire_number, initial_, nxt_); }
  /// Next number expected; the field of an acknowledgement.
  Seq nxt() const { return nxt_; }
  std::uint32_t ack_field() const { return wrap(nxt_, initial_); }
  /// Is any of [begin, end) inside the window, or does an empty segment stand in it? (RFC 9293, 3.10.7.4)
  bool acceptable(Seq begin, Seq end) const {
    return end >= window.acknowledged() && begin <= nxt_ + window.open(nxt_);
  }

  /// Payload at [begin, begin + payload), perhaps a FIN behind it: what of it to store, and what that means for
  /// acknowledging.
  void take(Ps now, Seq begin, const SegmentIn&, const RttEstimator&, Arrival&);
  /// An unacceptable segment is answered at once; what of it is old is reported (RFC 2883).
  void refuse(Seq begin, Seq end);
  /// The reader has taken `octets`; `drained`: nothing readable is left.
  void read(std::uint64_t octets, bool drained);
  /// TCP_QUICKACK.
  void set_quickack(bool on);
  /// The end of an arrival.
  void decide(Ps now, const RttEstimator&);

  /// The field of the segment sent now.
  std::uint16_t advertise() { return window.advertise(nxt_, held(), policy.rcv_mss()); }
  /// A segment with the current acknowledgement was sent.
  void acknowledged();
  void fill_sack(wire::TcpOptions&, std::uint32_t most);

  bool finished() const { return finished_; }  // the FIN has come in order
  std::uint64_t readable_up_to() const {
    return static_cast<std::uint64_t>(nxt_ - (nxt_ > 0 ? 1 : 0)) - (finished_ ? 1 : 0);
  }
  std::uint64_t unread() const { return readable_up_to() - read_; }
  bool hole() const { return !ahead_.empty(); }
  Seq highest_ahead() const { return ahead_.ranges().back().end; }

  AckPolicy policy;
  ReceiveWindow window;
  SackList sacks;
  EcnEcho ecn;
  bool sack_ok = false;

 private:
  Seq held() const { return static_cast<Seq>(unread()) + ahead_octets_; }
  void take_in_order(Ps now, Range r, bool fin, const SegmentIn&, const RttEstimator&);
  void take_ahead(Range r);
  void report_duplicate(Range r);
  /// Drops a segment that brings nothing new or does not fit, and says so.
  void out_of_window();

  const Settings& settings_;
  Counters& counters_;
  std::uint32_t initial_ = 0;
  Seq nxt_ = 0;
  std::uint64_t read_ = 0;
  Reassembly ahead_;
  Seq ahead_octets_ = 0;
  std::optional<Seq> fin_at_;
  bool finished_ = false;
};

}  // namespace rocelab::tcp
