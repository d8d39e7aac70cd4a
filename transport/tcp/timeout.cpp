#include <algorithm>

#include "transport/tcp/loss_recovery.h"

/// The retransmission timeout (RFC 6298, 5681), and F-RTO, which finds out whether it was for nothing (RFC 5682).
namespace rocelab::tcp {

void LossRecovery::retransmission_timeout() {
  const bool fresh = state_ < Recovery::recovery;
  probe_end_ = 0;
  mark_after_timeout();

  CongestionWindow& w = s_.window;
  // Once a window of data, however often the timer expires.
  if (state_ <= Recovery::disorder || high_seq_ <= s_.una || (state_ == Recovery::loss && s_.retransmits == 0)) {
    w.prior_ssthresh = w.current_ssthresh(reducing());
    w.prior_cwnd = w.cwnd();
    w.set_ssthresh(s_.control->reduced(w, Cause::timeout));
    begin_undo();
  }
  w.set_cwnd(s_.in_flight() + 1);
  w.credit = 0;
  w.stamp = s_.now;
  // So many duplicate ACKs and yet a timeout: the path reorders less than was thought.
  if (state_ <= Recovery::disorder && s_.queue.sacked_out() >= s_.settings.reordering) {
    s_.reordering = std::min(s_.reordering, s_.settings.reordering);
  }
  set_state(Recovery::loss);
  high_seq_ = s_.nxt;
  s_.cwr_due = s_.ecn;
  frto_ = s_.settings.frto && (fresh || s_.retransmits > 0);
  resend_ = Resend::lost;
}

void LossRecovery::mark_after_timeout() {
  RetransmitQueue& q = s_.queue;
  // The first chunk is SACKed and yet not acknowledged: the peer has reneged, and no report of it counts.
  const bool reneged = !q.empty() && q.front().sacked;
  if (!s_.sack_ok) q.set_dupacks(0);
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (reneged) {
      q.clear_sacked(i);
    } else if (s_.by_rack() && i > 0 && rack_.remaining(s_, q[i], 0) > 0) {
      continue;  // sent too short a time ago to be lost
    }
    s_.mark_lost(i);
  }
}

void LossRecovery::process_loss(AckEvent& a, std::uint32_t dupacks) {
  const bool recovered = s_.una >= high_seq_;
  if (a.una_advanced && undo_loss(false)) return;
  if (frto_) {
    // Step 3.b: something that was never resent has arrived; the timer was too short.
    if (a.original_acked && undo_loss(true)) return;
    if (s_.nxt > high_seq_) {
      if (a.data_sacked || dupacks > 0) frto_ = false;  // step 3.a: the loss is real
    } else if (a.una_advanced && !recovered) {
      // Step 2.b: try with new data before resending more.
      high_seq_ = s_.nxt;
      if (s_.nxt < s_.space_end() && s_.window_end() > s_.nxt) {
        resend_ = Resend::only_new;
        return;
      }
      frto_ = false;
    }
  }
  if (recovered) {
    undo_recovery();
    return;
  }
  if (!s_.sack_ok) {
    if (s_.nxt > high_seq_ && dupacks > 0) {
      add_dupacks(dupacks, a.ece);
    } else if (a.una_advanced) {
      s_.queue.set_dupacks(0);
    }
  }
  resend_ = Resend::lost;
}

void LossRecovery::reordering_timeout() {
  const std::uint32_t before = s_.in_flight();
  rack_.detect(s_, state_);
  if (s_.in_flight() != before) {
    if (state_ != Recovery::recovery) {
      enter_recovery(false);
      s_.window.set_cwnd(reduction_.window(s_.window.ssthresh(), s_.in_flight(), 1, false));
    }
    resend_ = Resend::lost;
  }
  if (!s_.timer.is(RetransmitTimer::Kind::retransmission)) rearm();
}

void LossRecovery::rearm() {
  if (s_.queue.empty()) {
    if (!s_.timer.is(RetransmitTimer::Kind::window_probe)) s_.timer.clear();
    return;
  }
  Ps at = s_.now + s_.rtt.rto();
  // The other timers took the place of this one: it counts from when the first chunk was sent.
  if (s_.timer.is(RetransmitTimer::Kind::reordering) || s_.timer.is(RetransmitTimer::Kind::tail_probe)) {
    at = std::max(s_.queue.front().sent + s_.rtt.rto(), s_.now + 1'000'000);
  }
  s_.timer.set(RetransmitTimer::Kind::retransmission, at);
}

}  // namespace rocelab::tcp
