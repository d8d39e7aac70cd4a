#pragma once
#include "hw/fabric/faults/kind.h"
#include "hw/fabric/glance.h"

namespace rocelab::fabric {

/// Named frames only: "PSN 5, first transmission", as hardware testers inject.
class Exact : public Trigger {
 public:
  explicit Exact(const std::vector<Hit>& hits) {
    for (const Hit& hit : hits) watched_.push_back({hit});
  }

  bool fires(const Packet& packet, Ps, Ps) override {
    const auto sequence = find_sequence(packet);
    if (!sequence) return false;
    bool fires = false;
    for (Watched& w : watched_) {
      if (!matches(w.hit, packet.tag, *sequence)) continue;
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

  static bool matches(const Hit& hit, const Tag& tag, const Sequence& sequence) {
    return hit.number == sequence.number && hit.lane.value_or(tag.lane) == tag.lane &&
           hit.flow.value_or(tag.flow) == tag.flow && hit.qpn.value_or(sequence.qpn) == sequence.qpn;
  }

  std::vector<Watched> watched_;
};

inline const TriggerKind exact_kind{
    "exact",
    "the frames of a list, by PSN or sequence number and transmission",
    {},
    {"dropped.exact"},
    [](TriggerParts p) -> std::unique_ptr<Trigger> { return std::make_unique<Exact>(p.hits); }};

}  // namespace rocelab::fabric
