#pragma once
#include "hw/fabric/faults/kind.h"

namespace rocelab::fabric {

/// Named frames only: "PSN 5, first transmission", as hardware testers inject. A segment of TCP is named by any octet
/// that it carries, a pure ACK of TCP by any octet that it is the first to acknowledge or acknowledges again.
class Exact : public Trigger {
 public:
  Exact(const std::vector<Hit>& hits, Heading heading, const FlowStarts* starts) : heading_(heading), starts_(starts) {
    for (const Hit& hit : hits) watched_.push_back({hit});
  }

  bool fires(const Packet& packet, Ps, Ps) override {
    const auto numbers = numbers_of(packet, heading_);
    if (!numbers) return false;
    std::optional<std::uint32_t> at = numbers->first;
    if (starts_) at = starts_->behind_start(*numbers, packet.tag.flow);
    if (!at) return false;
    const auto sequence = find_sequence(packet);
    bool fires = false;
    for (Watched& w : watched_) {
      if (!is_for(w.hit, packet.tag, *sequence) || !carries(*numbers, *at, w.hit.number)) continue;
      ++w.seen;
      if (w.hit.transmission == 0 || w.hit.transmission == w.seen) fires = true;
    }
    return fires;
  }

 private:
  struct Watched {
    Hit hit;
    unsigned seen = 0;
  };

  static bool is_for(const Hit& hit, const Tag& tag, const Sequence& sequence) {
    return hit.lane.value_or(tag.lane) == tag.lane && hit.flow.value_or(tag.flow) == tag.flow &&
           hit.qpn.value_or(sequence.qpn) == sequence.qpn && hit.of.value_or(sequence.of) == sequence.of;
  }
  static bool carries(const PacketNumbers& numbers, std::uint32_t at, std::uint32_t wanted) {
    if (numbers.of == Sequence::Of::rc) return at == wanted;
    const std::uint32_t behind = wanted - at;
    return numbers.request ? behind < numbers.count : behind >= 1u << 31;
  }

  Heading heading_;
  const FlowStarts* starts_;
  std::vector<Watched> watched_;
};

inline const TriggerKind exact_kind{
    "exact",
    "the frames of a list, by PSN or sequence number and transmission",
    {},
    {"dropped.exact"},
    [](TriggerParts p) -> std::unique_ptr<Trigger> { return std::make_unique<Exact>(p.hits, p.heading, p.starts); }};

}  // namespace rocelab::fabric
