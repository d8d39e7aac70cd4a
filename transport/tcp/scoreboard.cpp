#include <algorithm>

#include "transport/tcp/loss_recovery.h"

/// Marking what is acknowledged, in order and selectively (RFC 2018, 2883, 6675).
namespace rocelab::tcp {

void LossRecovery::apply_sack(AckEvent& a, const Range* blocks, std::uint32_t n) {
  const bool duplicate = check_duplicate(a, blocks, n);
  // Blocks of an ACK that is older than a window mean other data by now.
  if (a.ack < a.prior_una - static_cast<Seq>(s_.max_wnd)) return;
  for (std::uint32_t i = 0; i < n && !s_.queue.empty(); ++i) {
    const Range& r = blocks[i];
    const bool is_duplicate = duplicate && i == 0;
    const bool valid = r.begin < r.end && r.end <= s_.nxt && (r.begin >= s_.una || is_duplicate);
    if (valid && r.end > a.prior_una) mark_sacked(a, r, is_duplicate);
  }
  check_reordering(a.lowest_original);
}

bool LossRecovery::check_duplicate(AckEvent& a, const Range* blocks, std::uint32_t n) {
  const Range& first = blocks[0];
  const bool old = first.begin < a.ack;
  if (!old && !(n > 1 && blocks[1].covers(first))) return false;
  const std::uint32_t segments = duplicate_seen(a, first);
  if (segments == 0) return false;
  ++s_.counters.dsacks_in;
  if (undo_marker_ != none && undo_resends_ > 0 && first.end <= a.prior_una && first.end > undo_marker_) {
    undo_resends_ = std::max<std::int64_t>(0, undo_resends_ - segments);
  }
  return true;
}

std::uint32_t LossRecovery::duplicate_seen(AckEvent& a, Range r) {
  const auto octets = static_cast<std::uint64_t>(std::max<Seq>(0, r.size()));
  if (octets > s_.max_wnd) return 0;
  std::uint32_t segments = 1;
  if (octets > s_.mss) {
    segments = static_cast<std::uint32_t>((octets + s_.mss - 1) / s_.mss);
  } else if (probe_end_ != 0 && probe_end_ == r.end) {
    a.probe_duplicate = true;
  }
  duplicates_ += segments;
  // More duplicates than resends: the network duplicates, which tells nothing about this sender.
  if (duplicates_ > total_resent_) return 0;
  if (s_.reordering_seen > 0 && !a.probe_duplicate) rack_.duplicate_seen();
  a.duplicate = true;
  s_.deliver(segments, a.ece);
  return segments;
}

void LossRecovery::mark_sacked(AckEvent& a, Range r, bool duplicate) {
  RetransmitQueue& q = s_.queue;
  for (std::size_t i = q.find(std::max(r.begin, q.front().begin)); i < q.size() && q[i].begin < r.end; ++i) {
    const Chunk& c = q[i];
    const Seq mss = c.mss;
    // A block counts for whole segments; at the end of the chunk the small rest is one.
    if (c.begin < r.begin) {
      const Seq cut = c.begin + (r.begin - c.begin + mss - 1) / mss * mss;
      if (cut < c.end) q.split(i, cut);
      continue;
    }
    if (c.end > r.end) {
      const Seq cut = c.begin + (r.end - c.begin) / mss * mss;
      if (cut == c.begin) break;
      q.split(i, cut);
    }
    sack_chunk(a, i, duplicate);
    if (i + 1 < q.size()) q.merge_sacked(i + 1);
    if (q.merge_sacked(i)) --i;
  }
}

void LossRecovery::sack_chunk(AckEvent& a, std::size_t i, bool duplicate) {
  RetransmitQueue& q = s_.queue;
  const Chunk c = q[i];
  if (duplicate && c.ever_resent()) {
    if (undo_marker_ != none && undo_resends_ > 0 && c.end > undo_marker_) {
      undo_resends_ = std::max<std::int64_t>(0, undo_resends_ - c.segments);
    }
    if (c.sacked) a.lowest_original = std::min(a.lowest_original, c.begin);
  }
  if (!c.sacked) {
    rack_.delivered(s_, c.sent, c.end, c.ever_resent());
    a.delivered_when_sent = std::max(a.delivered_when_sent, c.delivered);
    if (c.resent) {
      // A resend of what is not held for lost, a tail probe, is still under way.
      if (c.lost) q.clear_lost(i), q.clear_resent(i);
    } else {
      if (!c.ever_resent()) {
        if (c.begin < s_.highest_sacked()) a.lowest_original = std::min(a.lowest_original, c.begin);
        if (c.end <= high_seq_) a.original_acked = true;
        if (a.first_sacked == never) a.first_sacked = c.sent;
        a.last_sacked = c.sent;
      }
      q.clear_lost(i);
    }
    a.data_sacked = true;
    s_.deliver(c.segments, a.ece);
    q.mark_sacked(i);
  }
  if (duplicate) q.clear_resent(i);
}

void LossRecovery::check_reordering(Seq lowest) {
  const Seq highest = s_.highest_sacked();
  if (lowest >= highest) return;
  const auto metric = static_cast<std::uint32_t>((highest - lowest + s_.mss - 1) / s_.mss);
  if (highest - lowest > static_cast<Seq>(s_.reordering) * s_.mss) {
    s_.reordering = std::min(metric, s_.settings.max_reordering);
  }
  ++s_.reordering_seen;
}

void LossRecovery::clean_chunk(AckEvent& a, const Chunk& c, std::uint32_t segments) {
  if (c.begin == 0) {
    a.syn_acked = true;
    resent_since_ = never;
  } else {
    a.data_acked = true;
  }
  if (c.ever_resent()) {
    a.resend_acked = true;
  } else if (!c.sacked) {
    a.last_acked = c.sent;
    if (a.first_acked == never) a.first_acked = c.sent;
    a.lowest_original = std::min(a.lowest_original, c.begin);
    if (c.end <= high_seq_) a.original_acked = true;
  }
  if (!c.sacked && s_.sack_ok) {
    s_.deliver(segments, a.ece);
    const auto stamp = static_cast<std::uint32_t>(c.sent / 1'000'000'000) + s_.settings.timestamp_offset;
    const bool of_original = c.ever_resent() && a.echo && wrapped_after(stamp, *a.echo);
    if (!of_original) rack_.delivered(s_, c.sent, c.end, c.ever_resent());
  }
  a.delivered_when_sent = std::max(a.delivered_when_sent, c.delivered);
}

void LossRecovery::clean(AckEvent& a) {
  RetransmitQueue& q = s_.queue;
  std::uint32_t acked = 0;
  while (!q.empty() && q.front().begin < s_.una) {
    const Chunk c = q.front();
    if (c.end > s_.una) {
      const std::uint32_t whole = q.trim_front(s_.una);
      if (whole > 0) clean_chunk(a, c, whole);
      acked += whole;
      break;
    }
    clean_chunk(a, c, c.segments);
    acked += c.segments;
    q.pop_front();
  }
  a.reneged = !q.empty() && q.front().sacked;

  const bool sampled = update_rtt(a);
  if (a.acked()) {
    a.arm_timer = true;
    if (!s_.sack_ok) {
      remove_dupacks(acked, a.ece);
      // Without SACK an original and its resend cannot be told apart.
      if (a.resend_acked) a.original_acked = false;
    } else if (a.lowest_original < a.prior_fack) {
      check_reordering(a.lowest_original);  // a hole was filled without a resend
    }
  } else if (sampled && !q.empty() && a.first_sacked != never && a.first_sacked < q.front().sent) {
    a.arm_timer = true;
  }
}

bool LossRecovery::update_rtt(AckEvent& a) {
  Ps sample = -1;
  if (a.first_acked != never && !a.resend_acked) {  // Karn
    sample = s_.now - a.first_acked;
    a.rtt = s_.now - a.last_acked;
  }
  if (a.first_sacked != never) {
    if (sample < 0) sample = s_.now - a.first_sacked;
    a.rtt = s_.now - a.last_sacked;
  }
  if (sample < 0 && a.echo && *a.echo != 0 && a.acked()) {
    // Timestamps tell which transmission arrived, in whole milliseconds (RFC 7323, 4).
    const std::uint32_t ticks = s_.timestamp() - *a.echo;
    if (ticks < INT32_MAX / 1000) sample = a.rtt = static_cast<Ps>(std::max(1u, ticks)) * 1'000'000'000;
  }
  if (sample < 0) return false;
  s_.rtt.sample_min(a.rtt, s_.now);
  s_.rtt.sample(sample, s_.una, s_.nxt);
  s_.backoff = 0;
  return true;
}

}  // namespace rocelab::tcp
