#pragma once
#include "transport/tcp/rack.h"
#include "transport/tcp/rate_reduction.h"
#include "transport/tcp/reassembly.h"

namespace rocelab::tcp {

/// What the sender does about loss, marks and reordering: Linux's state machine Open – Disorder – CWR – Recovery –
/// Loss with NewReno (RFC 6582), SACK and RACK-TLP (RFC 6675, 8985), PRR, F-RTO (RFC 5682) and the undoing of what
/// proves to have been for nothing (Eifel and DSACK, RFC 3522, 3708).
class LossRecovery {
 public:
  /// What may be sent after this event besides new data.
  enum class Resend : std::uint8_t { nothing, lost, only_new };

  explicit LossRecovery(SendState& state) : s_(state) {}

  Recovery state() const { return state_; }
  bool reducing() const { return state_ == Recovery::cwr || state_ == Recovery::recovery; }
  Resend resend() const { return resend_; }

  // scoreboard.cpp
  /// The SACK blocks of an acknowledgement, newest first.
  void apply_sack(AckEvent&, const Range* blocks, std::uint32_t n);
  /// Everything before una is acknowledged.
  void clean(AckEvent&);

  /// An acknowledgement that is a duplicate or comes in a state other than Open: `dupacks` it counts for.
  void alert(AckEvent&, std::uint32_t dupacks);
  bool dubious(const AckEvent& a) const {
    return !a.not_duplicate() || a.data_sacked || a.ece || a.duplicate || state_ != Recovery::open;
  }
  /// RACK's reordering window follows what DSACKs tell.
  void adapt(const AckEvent& a) { rack_.adapt(s_, a); }
  /// Sets cwnd, by reduction or by growth.
  void control(const AckEvent&);
  /// A new acknowledgement is looked at; `echo` is its TSecr.
  void begin(std::optional<std::uint32_t> echo) {
    echo_ = echo;
    resend_ = Resend::nothing;
  }

  // Timers
  void retransmission_timeout();
  void reordering_timeout();
  void rearm();
  /// After data was acknowledged: the tail probe's timer, or the retransmission timer.
  void set_timer() {
    if (!schedule_probe(true)) rearm();
  }
  /// Sets the timer for a tail probe, if one makes sense; `advancing`: data was acknowledged just now.
  bool schedule_probe(bool advancing);

  // Tail loss probe (RFC 8985, 7)
  bool probe_outstanding() const { return probe_end_ != 0; }
  void probe_sent(bool resent);
  void probe_acknowledged(const AckEvent&);

  // Sending
  void sent_in_reduction(std::uint32_t segments) {
    if (reducing()) reduction_.sent(segments);
  }
  void resent(std::size_t chunk);

  /// A reduction because of marks, without loss.
  void enter_cwr(Cause cause);
  /// After the handshake: a lost SYN leaves no recovery behind.
  void start();

  /// When the first resend since all was well went out, or `never`.
  Ps resent_since() const { return resent_since_; }

 private:
  // scoreboard.cpp
  bool check_duplicate(AckEvent&, const Range* blocks, std::uint32_t n);
  std::uint32_t duplicate_seen(AckEvent&, Range r);
  void mark_sacked(AckEvent&, Range r, bool duplicate);
  void sack_chunk(AckEvent&, std::size_t i, bool duplicate);
  void clean_chunk(AckEvent&, const Chunk& c, std::uint32_t segments);
  bool update_rtt(AckEvent&);
  void check_reordering(Seq lowest);

  // loss_recovery.cpp
  void set_state(Recovery);
  void identify_loss(AckEvent&);
  void mark_newreno(bool una_advanced);
  void mark_by_sack(bool entering);
  bool time_to_recover() const;
  bool many_sacked() const;
  void try_to_open(const AckEvent&);
  void keep_open();
  void enter_recovery(bool ece);
  void begin_reduction(Cause cause);
  void end_reduction();
  void add_dupacks(std::uint32_t n, bool ece);
  void remove_dupacks(std::uint32_t acked, bool ece);
  void limit_dupacks(std::uint32_t addend);

  // timeout.cpp
  void enter_loss();
  void mark_after_timeout();
  void process_loss(AckEvent&, std::uint32_t dupacks);

  // undo.cpp
  void begin_undo();
  bool delayed_not_lost() const;
  bool may_undo() const { return undo_marker_ != none && (undo_resends_ == 0 || delayed_not_lost()); }
  void undo_reduction(bool unmark);
  bool undo_recovery();
  bool undo_partial(const AckEvent&);
  bool undo_by_duplicates();
  bool undo_loss(bool by_frto);
  bool holds_without_sack();
  bool any_resend_left() const;

  SendState& s_;
  std::optional<std::uint32_t> echo_;  // TSecr of the last segment
  Rack rack_;
  RateReduction reduction_;
  Recovery state_ = Recovery::open;
  Resend resend_ = Resend::nothing;
  Seq high_seq_ = 0;  // nxt when the recovery began
  bool frto_ = false;

  static constexpr Seq none = -1;
  Seq undo_marker_ = none;          // una when the reduction began
  std::int64_t undo_resends_ = 0;   // resends not yet reported as needless; -1: none made
  Ps resent_since_ = never;         // first resend
  std::uint32_t resent_stamp_ = 0;  // its TSval
  std::uint64_t duplicates_ = 0;    // segments reported by DSACK
  std::uint64_t total_resent_ = 0;  // segments

  Seq probe_end_ = 0;  // nxt when the tail probe went; 0: none out
  bool probe_was_resend_ = false;
};

}  // namespace rocelab::tcp
