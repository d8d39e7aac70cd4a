#include <algorithm>

#include "transport/tcp/loss_recovery.h"

/// Tail loss probe (RFC 8985, 7): after about two round trips of silence one segment goes out, so that the loss of a
/// flight's end is found by its SACK instead of by the retransmission timeout.
namespace rocelab::tcp {

bool LossRecovery::schedule_probe(bool advancing) {
  if (!s_.settings.tail_loss_probe || !s_.settings.rack || !s_.sack_ok || s_.queue.empty()) return false;
  if (state_ != Recovery::open && state_ != Recovery::cwr) return false;
  Ps wait = s_.settings.rto_initial;
  if (s_.rtt.measured()) {
    // A lone segment may meet a delayed ACK.
    wait = 2 * s_.rtt.srtt() + (s_.queue.packets_out() == 1 ? s_.settings.rto_min : s_.settings.timeout_min);
  }
  const Ps rto = advancing ? s_.rtt.rto() : s_.queue.front().sent + s_.rtt.rto() - s_.now;
  if (rto > 0) wait = std::min(wait, rto);
  s_.timer.set(RetransmitTimer::Kind::tail_probe, s_.now + wait);
  return true;
}

void LossRecovery::probe_sent(bool resent) {
  probe_end_ = s_.nxt;
  probe_was_resend_ = resent;
  ++s_.counters.tail_probes;
  // The retransmission timer starts anew from now.
  s_.timer.clear();
  rearm();
}

void LossRecovery::probe_acknowledged(const AckEvent& a) {
  if (a.ack < probe_end_) return;
  if (!probe_was_resend_ || a.probe_duplicate) {
    probe_end_ = 0;  // new data, or both copies have arrived: nothing was lost
  } else if (a.ack > probe_end_) {
    // The probe filled a hole that nobody else had found: a loss it was.
    begin_reduction(Cause::loss);
    set_state(Recovery::cwr);
    end_reduction();
    keep_open();
  } else if (!a.una_advanced && !a.not_duplicate() && !a.data_sacked) {
    probe_end_ = 0;  // a plain duplicate ACK: the probe was the second copy
  }
}

}  // namespace rocelab::tcp
