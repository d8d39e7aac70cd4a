#include "transport/tcp/rack.h"

#include <algorithm>

namespace rocelab::tcp {
namespace {

bool sent_after(Ps t, Seq end, Ps other_t, Seq other_end) { return t > other_t || (t == other_t && end > other_end); }

}  // namespace

void Rack::delivered(const SendState& s, Ps sent, Seq end, bool ever_resent) {
  const Ps rtt = s.now - sent;
  // Too soon to be of the resend: the original has arrived.
  if (ever_resent && rtt < s.rtt.min_rtt()) return;
  advanced_ = true;
  rtt_ = rtt;
  if (sent_after(sent, end, sent_, end_)) {
    sent_ = sent;
    end_ = end;
  }
}

void Rack::adapt(const SendState& s, const AckEvent& ack) {
  if (ack.delivered_when_sent == 0) return;
  // At most one step a round trip.
  if (ack.delivered_when_sent < last_delivered_) duplicate_ = false;
  if (duplicate_) {
    steps_ = std::min(steps_ + 1, 0xffu);
    duplicate_ = false;
    last_delivered_ = s.delivered;
    persist_ = recoveries;
  } else if (persist_ == 0) {
    steps_ = 1;
  }
}

Ps Rack::window(const SendState& s, Recovery recovery) const {
  // Where no reordering was ever seen, three later segments or a recovery under way are proof enough.
  if (s.reordering_seen == 0 && (recovery >= Recovery::recovery || s.queue.sacked_out() >= s.reordering)) return 0;
  if (s.rtt.min_rtt() == never) return s.rtt.srtt();
  return std::min(s.rtt.min_rtt() / 4 * static_cast<Ps>(steps_), s.rtt.srtt());
}

Ps Rack::detect(SendState& s, Recovery recovery) const {
  const Ps reordering_window = window(s, recovery);
  Ps wait = 0;
  for (std::size_t i = 0; i < s.queue.size(); ++i) {
    const Chunk& c = s.queue[i];
    if (c.sacked || (c.lost && !c.resent)) continue;
    if (!sent_after(sent_, end_, c.sent, c.end)) continue;
    const Ps left = remaining(s, c, reordering_window);
    if (left <= 0) {
      s.mark_lost(i);
    } else {
      wait = std::max(wait, left);
    }
  }
  return wait;
}

}  // namespace rocelab::tcp
