#pragma once
#include <array>
#include <map>

#include "hw/nic/rss.h"
#include "tlm/packet.h"

namespace rocelab::nic {

/// Which receive queue a frame goes to: that of the filter for its flow, if the driver has set one (accelerated RFS),
/// else what RSS says, the low seven bits of its hash looked up in a table. What is not TCP goes to the first queue.
class ReceiveSteering {
 public:
  static constexpr std::size_t entries = 128;

  /// The table as a driver sets it: queue after queue, in turn.
  explicit ReceiveSteering(unsigned queues);

  unsigned queue_of(const Packet&) const;
  unsigned queue_of(const Flow&) const;
  /// From now on frames of this flow go to `queue`.
  void pin(const Flow&, unsigned queue);

 private:
  unsigned queues_;
  std::array<std::uint8_t, entries> table_{};
  std::map<std::vector<std::uint8_t>, unsigned> filters_;  // by rss_input()
};

}  // namespace rocelab::nic
