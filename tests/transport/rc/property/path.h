#pragma once
#include <functional>
#include <string>

#include "tlm/packet_pool.h"
#include "tlm/random.h"
#include "tlm/timeline.h"

namespace rocelab::rc::property {

/// What one direction of the road does to packets. Corruption is loss here: a receiver drops what fails its ICRC.
struct Faults {
  double loss = 0, corruption = 0, duplication = 0, reordering = 0;
  double burst = 0;  // a loss is followed by another with this probability
  Ps delay = 1'000'000, jitter = 0, late_by = 0;
  Ps down_from = never, down_for = 0;

  bool lossy() const { return loss > 0 || corruption > 0 || down_from != never; }
  bool disorders() const { return reordering > 0 || duplication > 0; }
  bool clean() const { return !lossy() && !disorders(); }
};

/// One direction of a road between two ends.
class Path {
 public:
  Path(Timeline& timeline, const Faults& faults, std::uint64_t seed, const std::string& name)
      : timeline_(timeline), faults_(faults), lose_(seed, name + ".loss"), change_(seed, name + ".order") {}

  std::function<void(PacketPtr)> deliver;

  void send(const PacketPtr& packet) {
    const Ps now = timeline_.now();
    const bool down =
        faults_.down_from != never && now >= faults_.down_from && now - faults_.down_from < faults_.down_for;
    const double p = losing_ ? faults_.burst : faults_.loss;
    losing_ = lose_.chance(p);
    if (losing_ || lose_.chance(faults_.corruption) || down) {
      ++lost;
      return;
    }
    arrive(packet);
    if (change_.chance(faults_.duplication)) arrive(packet);
  }

  std::uint64_t lost = 0;

 private:
  void arrive(const PacketPtr& packet) {
    Ps t = timeline_.now() + faults_.delay;
    if (faults_.jitter > 0) t += static_cast<Ps>(change_.below(static_cast<std::uint64_t>(faults_.jitter)));
    t = last_ = std::max(t, last_);  // jitter alone does not change the order
    if (change_.chance(faults_.reordering))
      t += 1 + static_cast<Ps>(change_.below(static_cast<std::uint64_t>(faults_.late_by)));
    timeline_.at(t, [this, packet] { deliver(packet); });
  }

  Timeline& timeline_;
  Faults faults_;
  Random lose_, change_;
  bool losing_ = false;
  Ps last_ = 0;
};

}  // namespace rocelab::rc::property
