#pragma once
#include <deque>

#include "app/packetdrill/sent.h"
#include "transport/tcp/connection.h"

namespace rocelab::app::packetdrill {

/// Where `tc qdisc … fq` was asked for: segments of a socket leave at the pacing rate that Linux computes for it, and
/// the socket hands over only a few ahead (TCP small queues).
class Pacing {
 public:
  /// An acknowledgement was taken: the rate follows cwnd and round trip (tcp_update_pacing_rate).
  void acknowledged(const tcp::Connection&);
  /// May the socket hand over another segment?
  bool room() const { return waiting_.size() <= 2 || octets_ <= rate_ / 1024; }
  void hand_over(const tcp::SegmentOut&, Ps now);
  /// When the next leaves, or `never`.
  Ps deadline() const { return waiting_.empty() ? never : waiting_.front().at; }
  /// Moves what leaves until `now`.
  void leave(Ps now, std::deque<Sent>& to);

 private:
  std::uint64_t rate_ = 0;    // octets a second; 0: not known, no pacing
  Ps stamp_ = 0;              // earliest time of the next segment
  std::uint64_t sent_ = 0;    // segments with data
  std::uint64_t octets_ = 0;  // waiting
  std::deque<Sent> waiting_;
};

}  // namespace rocelab::app::packetdrill
