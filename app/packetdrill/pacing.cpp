#include "app/packetdrill/pacing.h"

#include <algorithm>

namespace rocelab::app::packetdrill {

void Pacing::acknowledged(const tcp::Connection& connection) {
  const tcp::Info i = connection.info();
  if (i.srtt == 0) return;
  const std::uint64_t percent = i.cwnd < i.ssthresh / 2 ? 200 : 120;  // tcp_pacing_ss_ratio, tcp_pacing_ca_ratio
  const std::uint64_t window = std::uint64_t{std::max(i.cwnd, i.packets_out)} * i.snd_mss;
  rate_ = window * percent / 100 * 1'000'000 / static_cast<std::uint64_t>(std::max<Ps>(1, i.srtt / 1'000'000));
}

void Pacing::hand_over(const tcp::SegmentOut& segment, Ps now) {
  const Ps prior = stamp_;
  stamp_ = std::max(stamp_, now);
  waiting_.push_back({stamp_, segment});
  octets_ += segment.payload;
  if (segment.payload == 0) return;
  sent_ += segment.frames();
  if (rate_ == 0 || sent_ < 10) return;  // the first ten segments go unpaced
  // A socket that comes late, by its timer's fault, makes up for at most half a gap (tcp_update_skb_after_send).
  const Ps gap = static_cast<Ps>(static_cast<unsigned __int128>(segment.payload) * 1'000'000'000'000 / rate_);
  stamp_ += gap - std::min(gap / 2, stamp_ - prior);
}

void Pacing::leave(Ps now, std::deque<Sent>& to) {
  while (!waiting_.empty() && waiting_.front().at <= now) {
    octets_ -= waiting_.front().segment.payload;
    to.push_back(waiting_.front());
    waiting_.pop_front();
  }
}

}  // namespace rocelab::app::packetdrill
