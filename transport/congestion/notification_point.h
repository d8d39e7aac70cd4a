#pragma once
#include <cstdint>
#include <unordered_map>

#include "tlm/units.h"

namespace rocelab::congestion {

/// The notification point of DCQCN: a marked packet is answered by a CNP, but those for one sender are at least an
/// interval apart; marks in between say nothing new. What "one sender" is differs: the paper means the flow, NICs have
/// been seen to pace by queue pair, by destination address and by port (Lumina, SIGCOMM'23).
class NotificationPoint {
 public:
  enum class Per : std::uint8_t { queue_pair, destination, port };

  NotificationPoint(Per per, Ps interval) : per_(per), interval_(interval) {}

  /// A marked packet for `qp` from `source` (any number that tells senders apart): is a CNP due?
  bool marked(std::uint32_t qp, std::uint64_t source, Ps now) {
    const std::uint64_t key = per_ == Per::queue_pair ? qp : per_ == Per::destination ? source : 0;
    const auto [entry, first] = next_.try_emplace(key, 0);
    if (!first && now < entry->second) return false;
    entry->second = now + interval_;
    return true;
  }

 private:
  Per per_;
  Ps interval_;
  std::unordered_map<std::uint64_t, Ps> next_;
};

}  // namespace rocelab::congestion
