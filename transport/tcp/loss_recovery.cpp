#include "transport/tcp/loss_recovery.h"

#include <algorithm>

namespace rocelab::tcp {

void LossRecovery::set_state(Recovery state) {
  if (state == state_) return;
  state_ = state;
  s_.control->entered(state, s_.now);
}

void LossRecovery::start() {
  s_.window.set_ssthresh(CongestionWindow::infinite);
  // A SYN lost more than once speaks of a congested path (RFC 6298, 5.7).
  s_.window.set_cwnd(total_resent_ > 1 && undo_marker_ != none ? 1 : s_.settings.initial_cwnd);
  s_.window.stamp = s_.now;
  undo_marker_ = none;
  resent_since_ = never;
  state_ = Recovery::open;
  resend_ = Resend::nothing;
  frto_ = false;
}

void LossRecovery::alert(AckEvent& a, std::uint32_t dupacks) {
  bool look_for_loss = dupacks > 0 || (a.data_sacked && many_sacked());
  bool entering = false;
  if (a.ece) s_.window.prior_ssthresh = 0;  // a mark is real, whatever the loss was
  if (a.reneged && a.una_advanced) {
    // Let the timer find out whether the peer has really dropped what it had reported.
    constexpr Ps least = 10'000'000'000;
    s_.timer.set(RetransmitTimer::Kind::retransmission, s_.now + std::max(s_.rtt.srtt() / 2, least));
    a.arm_timer = false;
    return;
  }
  if (state_ == Recovery::open) {
    resent_since_ = never;
  } else if (s_.una >= high_seq_) {
    if (state_ == Recovery::cwr && s_.una != high_seq_) {
      // Beyond high_seq: what was sent after the reduction has arrived.
      end_reduction();
      set_state(Recovery::open);
    } else if (state_ == Recovery::recovery) {
      if (!s_.sack_ok) s_.queue.set_dupacks(0);
      if (undo_recovery()) return;
      end_reduction();
    }
  }

  switch (state_) {
    case Recovery::recovery:
      if (!a.una_advanced) {
        if (!s_.sack_ok) add_dupacks(dupacks, a.ece);
      } else if (undo_partial(a)) {
        return;
      } else {
        look_for_loss = many_sacked();
      }
      if (undo_by_duplicates()) try_to_open(a);
      identify_loss(a);
      if (state_ != Recovery::recovery) {
        if (!time_to_recover()) return;
        enter_recovery(a.ece);
      }
      break;
    case Recovery::loss:
      process_loss(a, dupacks);
      identify_loss(a);
      if (state_ != Recovery::open && !a.resend_lost) return;
      [[fallthrough]];
    default:
      if (!s_.sack_ok) {
        if (a.una_advanced) s_.queue.set_dupacks(0);
        add_dupacks(dupacks, a.ece);
      }
      if (state_ <= Recovery::disorder) undo_by_duplicates();
      identify_loss(a);
      if (!time_to_recover()) return try_to_open(a);
      enter_recovery(a.ece);
      entering = true;
  }
  if (!s_.by_rack() && look_for_loss) mark_by_sack(entering);
  resend_ = Resend::lost;
}

void LossRecovery::identify_loss(AckEvent& a) {
  if (s_.queue.empty()) return;
  if (!s_.by_rack()) return mark_newreno(a.una_advanced);
  if (!rack_.take_advanced()) return;
  const std::uint32_t resent_before = s_.queue.retrans_out();
  const Ps wait = rack_.detect(s_, state_);
  if (wait > 0) {
    const Ps most = s_.rtt.rto();
    s_.timer.set(RetransmitTimer::Kind::reordering, s_.now + std::min(wait + s_.settings.timeout_min, most));
    a.arm_timer = false;
  }
  if (s_.queue.retrans_out() < resent_before) a.resend_lost = true;
}

void LossRecovery::mark_newreno(bool una_advanced) {
  const bool three = state_ < Recovery::recovery && s_.queue.sacked_out() >= s_.reordering;
  const bool partial = state_ == Recovery::recovery && una_advanced;
  if (!three && !partial) return;
  const Chunk& head = s_.queue.front();
  if (head.lost) return;
  if (head.segments > 1) s_.queue.split(0, head.begin + head.mss);
  s_.mark_lost(0);
}

bool LossRecovery::time_to_recover() const {
  return s_.queue.lost_out() > 0 || (!s_.by_rack() && s_.queue.sacked_out() + 1 > s_.reordering);
}

bool LossRecovery::many_sacked() const {
  return s_.sack_ok && s_.highest_sacked() > s_.una + static_cast<Seq>(s_.reordering) * s_.mss;
}

void LossRecovery::mark_by_sack(bool entering) {
  // RFC 6675 without RACK: lost is what has more than `reordering` SACKed segments above it; the first, when entering.
  if (!s_.sack_ok) return;
  const std::uint32_t sacked = s_.queue.sacked_out();
  const bool enough = sacked >= s_.reordering;
  if (!enough && !entering) return;
  const std::uint32_t below = enough ? sacked - s_.reordering : 1;
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < s_.queue.size(); ++i) {
    const Chunk& c = s_.queue[i];
    if (c.sacked) seen += c.segments;
    if (seen > below) break;
    if (!c.sacked && !c.lost) s_.mark_lost(i);
    if (!enough) break;
  }
}

void LossRecovery::keep_open() {
  const Recovery state = s_.queue.left_out() > 0 || any_resend_left() ? Recovery::disorder : Recovery::open;
  if (state == state_) return;
  set_state(state);
  high_seq_ = s_.nxt;
}

void LossRecovery::try_to_open(const AckEvent& a) {
  if (!any_resend_left()) resent_since_ = never;
  if (a.ece) enter_cwr(Cause::mark);
  if (state_ != Recovery::cwr) keep_open();
}

void LossRecovery::begin_reduction(Cause cause) {
  high_seq_ = s_.nxt;
  probe_end_ = 0;
  s_.window.credit = 0;
  s_.window.prior_cwnd = s_.window.cwnd();
  reduction_.begin(s_.window.cwnd());
  s_.window.set_ssthresh(s_.control->reduced(s_.window, cause));
  s_.cwr_due = s_.ecn;
}

void LossRecovery::end_reduction() {
  if (s_.window.ssthresh() >= CongestionWindow::infinite || (state_ != Recovery::cwr && undo_marker_ == none)) return;
  s_.window.set_cwnd(s_.window.ssthresh());
  s_.window.stamp = s_.now;
}

void LossRecovery::enter_cwr(Cause cause) {
  s_.window.prior_ssthresh = 0;
  if (state_ >= Recovery::cwr) return;
  undo_marker_ = none;
  begin_reduction(cause);
  set_state(Recovery::cwr);
}

void LossRecovery::enter_recovery(bool ece) {
  ++s_.counters.fast_recoveries;
  s_.window.prior_ssthresh = 0;
  begin_undo();
  if (!reducing()) {
    if (!ece) s_.window.prior_ssthresh = s_.window.current_ssthresh(false);
    begin_reduction(Cause::loss);
  }
  set_state(Recovery::recovery);
}

void LossRecovery::control(const AckEvent& a) {
  const auto delivered = static_cast<std::uint32_t>(s_.delivered - a.prior_delivered);
  const Ps srtt = std::max<Ps>(s_.rtt.srtt(), 1);
  // Four 64 KiB units at the pacing rate: 1.2 windows a round trip, two in slow start.
  const double rate = (s_.window.cwnd() < s_.window.ssthresh() / 2 ? 2.0 : 1.2) * s_.window.cwnd() * s_.mss;
  const auto slack = static_cast<Ps>(std::min(1e9, 4.0 * 65536 / rate * static_cast<double>(srtt)));
  const CongestionAck ack{s_.now, delivered, a.rtt, s_.una, s_.nxt, s_.delivered, s_.delivered_ce, slack};
  if (a.forward()) s_.control->acked(s_.window, ack);
  if (reducing()) {
    if (delivered == 0 || !reduction_.active()) return;
    const bool clean = a.una_advanced && s_.counters.lost == a.prior_lost;
    s_.window.set_cwnd(reduction_.window(s_.window.ssthresh(), s_.in_flight(), delivered, clean));
    return;
  }
  // Where the path reorders, SACKed data is progress, too.
  const bool progress = s_.reordering > s_.settings.reordering ? a.forward() : a.data_acked;
  if (!progress) return;
  s_.control->grow(s_.window, ack);
  s_.window.stamp = s_.now;
}

void LossRecovery::resent(std::size_t chunk) {
  const std::uint32_t segments = s_.queue[chunk].segments;
  s_.queue.mark_resent(chunk, s_.now, s_.delivered);
  total_resent_ += segments;
  if (resent_since_ == never) {
    resent_since_ = s_.now;
    resent_stamp_ = s_.timestamp();
  }
  undo_resends_ = std::max<std::int64_t>(0, undo_resends_) + segments;
}

// NewReno: each duplicate ACK tells that some segment has left the network.

void LossRecovery::limit_dupacks(std::uint32_t addend) {
  const std::uint32_t out = s_.queue.packets_out();
  const std::uint32_t holes = std::min(std::max(s_.queue.lost_out(), 1u), out);
  if (s_.queue.dupacks() + holes <= out) return;
  s_.queue.set_dupacks(out - holes);
  s_.reordering = std::min(out + addend, s_.settings.max_reordering);
  ++s_.reordering_seen;
}

void LossRecovery::add_dupacks(std::uint32_t n, bool ece) {
  if (n == 0) return;
  const std::uint32_t before = s_.queue.dupacks();
  s_.queue.set_dupacks(before + n);
  limit_dupacks(0);
  if (s_.queue.dupacks() > before) s_.deliver(s_.queue.dupacks() - before, ece);
}

void LossRecovery::remove_dupacks(std::uint32_t acked, bool ece) {
  const std::uint32_t known = s_.queue.dupacks();
  if (acked > 0) {
    // One of the acknowledged segments was the hole; the others had been counted by their duplicate ACKs.
    s_.deliver(acked > known + 1 ? acked - known : 1, ece);
    s_.queue.set_dupacks(acked - 1 >= known ? 0 : known - (acked - 1));
  }
  limit_dupacks(acked);
}

}  // namespace rocelab::tcp
