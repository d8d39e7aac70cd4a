#include "transport/tcp/receiver.h"

#include <algorithm>

namespace rocelab::tcp {

void Receiver::start(std::uint32_t initial) {
  initial_ = initial;
  nxt_ = 1;
  window.start(nxt_);
}

void Receiver::take(Ps now, Seq begin, const SegmentIn& in, const RttEstimator& rtt, Arrival& arrival) {
  const bool fin = in.has(wire::tcp_fin);
  const Seq end = begin + in.payload + (fin ? 1 : 0);
  if (begin == end || finished_) return;
  if (end <= nxt_) {
    counters_.duplicates_in += in.payload;
    report_duplicate({begin, end});
    return out_of_window();
  }
  const Seq edge = nxt_ + window.open(nxt_);
  // A bare FIN fits into a closed window: it takes no room.
  if (begin > nxt_ ? begin >= edge : window.open(nxt_) == 0 && in.payload > 0) return out_of_window();
  if (begin < nxt_) {
    counters_.duplicates_in += static_cast<std::uint64_t>(nxt_ - begin);
    report_duplicate({begin, nxt_});
  }

  const Seq data_end = begin + in.payload;
  const Range kept{std::max(begin, nxt_), std::min(data_end, std::max(edge, nxt_))};
  const bool whole = kept.end == data_end || data_end <= nxt_;
  if (!kept.empty()) {
    arrival.offset = static_cast<std::uint64_t>(kept.begin - 1);
    arrival.skip = static_cast<std::uint32_t>(kept.begin - begin);
    arrival.length = static_cast<std::uint32_t>(kept.size());
  }
  if (fin && whole) fin_at_ = data_end;
  if (begin <= nxt_) {
    take_in_order(now, {kept.begin, std::max(kept.begin, kept.end)}, fin && whole, in, rtt);
  } else {
    take_ahead({kept.begin, kept.end + (fin && whole ? 1 : 0)});
  }
}

void Receiver::take_in_order(Ps now, Range r, bool fin, const SegmentIn& in, const RttEstimator& rtt) {
  if (!r.empty()) {
    policy.measure(in.payload, in.frame_size, in.has(wire::tcp_psh));
    policy.data(now, window.open(nxt_), rtt);
    switch (ecn.received(in.ecn)) {
      case EcnEcho::Urgency::now:
        policy.urge();
        break;
      case EcnEcho::Urgency::soon:
        policy.quicken(2, window.open(nxt_));
        break;
      case EcnEcho::Urgency::none:
        break;
    }
    if (in.ecn == wire::Ecn::ce) ++counters_.ce_in;
    window.grow(in.payload);
  }
  nxt_ = std::max(nxt_, r.end) + (fin ? 1 : 0);
  if (!ahead_.empty()) {
    // What had come ahead has come again within this segment (tcp_ofo_queue).
    for (const Range& held : ahead_.ranges()) {
      if (held.begin >= nxt_ || !sack_ok || !settings_.dsack) break;
      sacks.also_duplicate({held.begin, std::min(held.end, nxt_)});
    }
    nxt_ = ahead_.advance(nxt_);
    ahead_octets_ = ahead_.held();
    if (ahead_.empty()) policy.urge();  // a filled gap is told at once (RFC 5681, 4.2)
    sacks.advance(nxt_);
  }
  if (fin_at_ && nxt_ > *fin_at_) {
    nxt_ = *fin_at_ + 1;
    finished_ = true;
    sacks.clear();  // nothing can be missing any more (tcp_fin)
    policy.schedule();
  }
}

void Receiver::take_ahead(Range r) {
  ++counters_.out_of_order_in;
  policy.schedule();
  const Range known = ahead_.add(r);
  if (!known.empty()) {
    counters_.duplicates_in += static_cast<std::uint64_t>(known.size());
    report_duplicate(known);
  }
  ahead_octets_ = ahead_.held();
  if (sack_ok) {
    // The block that holds it, as a whole.
    const auto& ranges = ahead_.ranges();
    const auto it = std::find_if(ranges.begin(), ranges.end(), [&](const Range& held) { return held.covers(r); });
    sacks.arrived(*it);
  }
}

void Receiver::report_duplicate(Range r) {
  if (sack_ok && settings_.dsack) sacks.duplicate(r);
}

void Receiver::out_of_window() {
  policy.quicken();
  policy.schedule();
}

void Receiver::refuse(Seq begin, Seq end) {
  if (end == begin || begin >= nxt_) return;
  policy.quicken();
  report_duplicate({begin, std::min(end, nxt_)});
}

void Receiver::read(std::uint64_t octets, bool drained) {
  read_ += octets;
  if (policy.read(nxt_ - window.acknowledged(), drained)) return policy.hurry();
  if (finished_) return;
  // A window that has at least doubled is worth an acknowledgement of its own.
  const Seq open = window.open(nxt_);
  if (2 * open > window.most()) return;
  const Seq offer = window.would_offer(nxt_, held(), policy.rcv_mss());
  if (offer > 0 && offer >= 2 * open) policy.hurry();
}

void Receiver::set_quickack(bool on) {
  if (!on) return policy.await_reply();
  policy.await_nothing();
  if (policy.scheduled() && unread() == 0) policy.hurry();
}

void Receiver::decide(Ps now, const RttEstimator& rtt) {
  if (!policy.scheduled()) return;
  const bool kept = window.would_offer(nxt_, held(), policy.rcv_mss()) >= window.offered();
  policy.decide(now, {nxt_ - window.acknowledged(), kept, hole(), sack_ok, nxt_}, rtt);
}

void Receiver::acknowledged() {
  policy.sent();
  sacks.duplicate_reported();
}

void Receiver::fill_sack(wire::TcpOptions& options, std::uint32_t most) {
  options.sack_blocks = static_cast<std::uint8_t>(std::min(sacks.size(), most));
  for (std::uint32_t i = 0; i < options.sack_blocks; ++i) {
    options.sack[i] = {wrap(sacks[i].begin, initial_), wrap(sacks[i].end, initial_)};
  }
}

}  // namespace rocelab::tcp
