#pragma once
#include <map>
#include <optional>
#include <utility>

#include "hw/fabric/glance.h"

namespace rocelab::fabric {

/// Which end of a cable's road a frame comes from: the two ends of a flow number their packets apart.
enum class Heading : std::uint8_t { out, back };

/// The numbers that a frame is about: of the RC request that it is or answers, of the octets that a TCP segment
/// carries, or of the octet that a pure TCP ACK waits for.
struct PacketNumbers {
  Sequence::Of of;
  Heading space;        // whose numbers they are
  std::uint32_t first;  // PSN or sequence number
  std::uint32_t count;  // 1, or the octets of a segment
  bool request;         // these packets or octets themselves, not an answer to them
};

std::optional<PacketNumbers> numbers_of(const Packet&, Heading);

/// Where the numbers of each flow begin, seen from the wire: the first request or octet that passes. PSNs and initial
/// sequence numbers are chosen when connections are set up; a scenario's author counts from 0.
class FlowStarts {
 public:
  void see(const Packet&, Heading);
  /// How far `numbers` lie behind their flow's first; empty before that one has passed.
  std::optional<std::uint32_t> behind_start(const PacketNumbers& numbers, FlowId) const;

 private:
  std::map<std::pair<FlowId, Heading>, std::uint32_t> starts_;
};

}  // namespace rocelab::fabric
