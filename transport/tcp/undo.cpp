#include <algorithm>

#include "transport/tcp/loss_recovery.h"

/// Taking a reduction back when what was held for lost arrives after all (RFC 3522, 3708, 4015).
namespace rocelab::tcp {

void LossRecovery::begin_undo() {
  undo_marker_ = s_.una;
  undo_resends_ = s_.queue.retrans_out() > 0 ? std::int64_t{s_.queue.retrans_out()} : -1;
}

bool LossRecovery::delayed_not_lost() const {
  return resent_since_ != never && echo_ && *echo_ != 0 && wrapped_after(resent_stamp_, *echo_);
}

bool LossRecovery::any_resend_left() const {
  if (s_.queue.retrans_out() > 0) return true;
  return !s_.queue.empty() && s_.queue.front().ever_resent();
}

void LossRecovery::undo_reduction(bool unmark) {
  if (unmark) {
    for (std::size_t i = 0; i < s_.queue.size(); ++i) s_.queue.clear_lost(i);
  }
  CongestionWindow& w = s_.window;
  if (w.prior_ssthresh != 0) {
    w.set_cwnd(s_.control->undone(w));
    if (w.prior_ssthresh > w.ssthresh()) {
      w.set_ssthresh(w.prior_ssthresh);
      s_.cwr_due = false;
    }
  }
  w.stamp = s_.now;
  undo_marker_ = none;
  ++s_.counters.undone;
  rack_.look_again();
}

bool LossRecovery::holds_without_sack() {
  // A duplicate ACK for high_seq itself would start a second recovery for nothing (RFC 6582, 3.2, step 1).
  if (s_.una != high_seq_ || s_.sack_ok) return false;
  if (!any_resend_left()) resent_since_ = never;
  return true;
}

bool LossRecovery::undo_recovery() {
  if (may_undo()) {
    undo_reduction(false);
  } else {
    rack_.recovery_ended();
  }
  if (holds_without_sack()) return true;
  set_state(Recovery::open);
  return false;
}

bool LossRecovery::undo_by_duplicates() {
  if (undo_marker_ == none || undo_resends_ != 0) return false;
  rack_.recovery_undone();
  undo_reduction(false);
  return true;
}

bool LossRecovery::undo_partial(const AckEvent& a) {
  if (undo_marker_ == none || !delayed_not_lost()) return false;
  check_reordering(a.prior_una);
  // Resends are still under way: send new data, but hold nothing more for lost.
  if (s_.queue.retrans_out() > 0) return true;
  if (!any_resend_left()) resent_since_ = never;
  undo_reduction(true);
  keep_open();
  return false;
}

bool LossRecovery::undo_loss(bool by_frto) {
  if (!by_frto && !may_undo()) return false;
  undo_reduction(true);
  if (by_frto) ++s_.counters.spurious_timeouts;
  s_.retransmits = 0;
  if (holds_without_sack()) return true;
  if (by_frto || s_.sack_ok) {
    set_state(Recovery::open);
  }
  return true;
}

}  // namespace rocelab::tcp
