#pragma once
#include <deque>
#include <optional>

#include "transport/tcp/loss_recovery.h"
#include "transport/tcp/receiver.h"
#include "transport/tcp/segment.h"

namespace rocelab::tcp {

/// One TCP connection, as Linux 6.1 behaves. It knows neither kernel nor NIC nor user space: it deals in ranges of the
/// stream, and its owner keeps the bytes, by 64-bit stream offset (the first octet is 0).
///
/// Use: tell it what happened (connect, segment_arrived, send, consumed, expire, …), after each of these pull next()
/// until it has nothing more to send, and call expire() at deadline(). An owner whose device is full stops pulling and
/// goes on later.
class Connection {
 public:
  using Config = Settings;

  /// Throws std::invalid_argument when no congestion control has the name in `config`.
  explicit Connection(const Config& config);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // The application
  void connect(Ps now);
  /// Passive open: `syn` is the peer's.
  void accept(Ps now, const SegmentIn& syn);
  /// `bytes` more lie in the send buffer, and, when `more`, others of the same write will follow at once. After
  /// shutdown() or an error it does nothing.
  void send(Ps now, std::uint64_t bytes, bool more = false);
  /// How much of a long write the kernel copies before it sends: an owner that gives such pieces, pulling next() in
  /// between, has its PSH where Linux has it.
  std::uint64_t piece() const;
  /// `bytes` were read; `drained`: nothing readable is left.
  void consumed(Ps now, std::uint64_t bytes, bool drained);
  /// No more will be sent: FIN behind the data.
  void shutdown(Ps now);
  /// close(): nobody will read either. A RST instead of a FIN when something was left unread; a peer that goes on
  /// sending is reset, and FIN_WAIT_2 ends after a minute.
  void close(Ps now);
  /// RST at once, the data not yet sent is lost (SO_LINGER with 0).
  void abort(Ps now);
  /// TCP_NODELAY, TCP_CORK.
  void set_nodelay(bool on) { settings_.nodelay = on; }
  void set_cork(bool on) { settings_.cork = on; }
  /// SO_KEEPALIVE; times are the settings'.
  void set_keepalive(Ps now, bool on);
  /// TCP_USER_TIMEOUT; 0: the retries decide.
  void set_user_timeout(Ps timeout) { settings_.user_timeout = timeout; }
  /// TCP_QUICKACK: with 1 an ACK that waits goes out if all was read; with 0 it waits for data to ride on.
  void set_quickack(bool on) { rcv_.set_quickack(on); }
  /// Options without a call of their own (TCP_KEEPIDLE, TCP_LINGER2, …): what is changed holds from then on.
  Settings& options() { return settings_; }

  // The network
  Arrival segment_arrived(Ps now, const SegmentIn&);
  /// The next segment to send, its payload at most max_payload or one MSS; nothing when there is none at this moment.
  std::optional<SegmentOut> next(Ps now, std::uint32_t max_payload);

  // Time
  Ps deadline() const;
  void expire(Ps now);

  State state() const { return state_; }
  /// 0, ECONNREFUSED, ECONNRESET, EPIPE or ETIMEDOUT.
  int error() const { return error_; }
  bool peer_finished() const { return rcv_.finished(); }

  /// Stream offsets: all before has been acknowledged; all before is readable in order; all before was given by send().
  std::uint64_t acknowledged() const { return static_cast<std::uint64_t>(std::clamp<Seq>(snd_.una, 1, snd_.end) - 1); }
  std::uint64_t readable_up_to() const { return rcv_.readable_up_to(); }
  std::uint64_t given() const { return static_cast<std::uint64_t>(snd_.end - 1); }
  /// All before has been sent at least once.
  std::uint64_t sent_up_to() const { return static_cast<std::uint64_t>(std::clamp<Seq>(snd_.nxt, 1, snd_.end) - 1); }

  // For signals and summaries
  std::uint32_t effective_mss() const { return snd_.mss; }
  std::uint64_t in_flight() const { return static_cast<std::uint64_t>(snd_.nxt - snd_.una); }
  const CongestionWindow& congestion() const { return snd_.window; }
  const CongestionControl& control() const { return *snd_.control; }
  Recovery recovery() const { return recovery_.state(); }
  std::uint64_t peer_window() const { return snd_.wnd; }
  Ps srtt() const { return snd_.rtt.srtt(); }
  std::uint64_t retransmitted() const { return counters_.retransmitted; }
  std::uint64_t timeouts() const { return counters_.timeouts; }
  const Counters& counters() const { return counters_; }
  const Settings& settings() const { return settings_; }
  const RetransmitTimer& retransmit_timer() const { return snd_.timer; }
  Info info() const;
  const BusyTime& busy_time() const { return snd_.busy; }

 private:
  // handshake.cpp
  void take_syn(const SegmentIn&);
  void take_options(const wire::TcpOptions&);
  void established(Arrival&);
  void arrive_syn_sent(const SegmentIn&, Arrival&);
  wire::TcpOptions syn_options(bool answer) const;
  bool asks_for_ecn() const { return settings_.ecn == EcnUse::ask || snd_.control->needs_ecn(); }

  // arrival.cpp
  bool validate(const SegmentIn&, Seq begin, Seq end, Arrival&);
  bool outdated(const SegmentIn&, Seq begin) const;
  void arrive_reset(const SegmentIn&, Seq begin, Arrival&);
  void arrive_open(const SegmentIn&, Seq begin, Arrival&);
  void arrive_time_wait(const SegmentIn&, Seq begin, Seq end);
  void after_ack(Arrival&);
  void take_fin();
  void challenge();
  bool answer_limited(const SegmentIn&);
  void fail(int error, Arrival* = nullptr);
  void enter_time_wait();

  // acknowledgement.cpp
  enum class Verdict : std::uint8_t { good, old, unacceptable };
  Verdict take_ack(const SegmentIn&, Seq begin);
  bool take_window(const SegmentIn&, Seq begin, Seq ack);
  void take_sack(AckEvent&, const SegmentIn&);
  void window_opened();

  Seq size_goal() const;

  // output.cpp
  std::optional<SegmentOut> next_resend(std::uint32_t max_payload);
  std::optional<SegmentOut> next_new(std::uint32_t max_payload);
  std::optional<SegmentOut> next_probe();
  SegmentOut resend(std::size_t chunk, std::uint32_t mss);
  SegmentOut send_new(std::uint32_t payload, std::uint32_t mss);
  SegmentOut send_syn();
  std::optional<SegmentOut> hold();
  bool takes_push(Seq data_end);
  bool nagle_holds(bool partial) const;
  bool defer(std::uint32_t head, bool last, std::uint32_t max_segments, std::uint32_t mss) const;
  void validate_window(bool limited);
  void restart_after_idle();

  // segments.cpp
  SegmentOut build(Seq seq, std::uint8_t flags, std::uint32_t payload = 0, std::uint32_t mss = 1);
  SegmentOut pure_ack();
  SegmentOut syn();
  std::uint32_t current_mss() const;
  std::uint32_t tso_segments(std::uint32_t max_payload, std::uint32_t mss) const;

  // timers.cpp
  void retransmission_expired();
  void tail_probe_expired();
  void window_probe_expired();
  void keepalive_expired();
  bool given_up() const;
  bool resent_for(unsigned boundary, Ps timeout) const;
  Ps window_probe_wait() const;
  Ps rto_for_user() const;

  Settings settings_;
  Counters counters_;
  SendState snd_;
  LossRecovery recovery_;
  Receiver rcv_;
  State state_ = State::closed;
  int error_ = 0;
  bool orphan_ = false;  // closed by the application

  // What the next next() sends beside data
  bool rst_due_ = false;
  std::optional<SegmentOut> reset_answer_;
  bool answer_due_ = false;  // an ACK that data must not ride on: to a bad segment
  bool ping_due_ = false;    // an octet long acknowledged: the answer tells window and life
  enum class Forced : std::uint8_t { nothing, tail_probe, window_probe };
  Forced forced_ = Forced::nothing;  // one new segment regardless of cwnd and Nagle
  bool tail_due_ = false;            // the last segment again
  std::uint32_t probes_ = 0;         // window probes and keep-alives unanswered
  Ps probing_since_ = never;
  Ps keepalive_at_ = never;
  Ps end_at_ = never;  // of TIME_WAIT and of an orphan's FIN_WAIT_2
  Ps last_heard_ = 0;
  Ps last_answer_ = -1;  // to a segment out of window

  Seq small_end_ = 0;       // end of the last segment shorter than the MSS (Minshall)
  Seq pushed_ = 1;          // one past the last octet that was given with a push
  std::deque<Seq> pushes_;  // of those not yet sent, in order
  Seq tail_ = 1;            // where the stretch begins that the next write may join
  bool scaling_ = false;    // both ends offered to scale their windows
  std::uint8_t peer_scale_ = 0;
  std::uint32_t ts_recent_ = 0;
  Ps ts_recent_at_ = 0;
};

}  // namespace rocelab::tcp
