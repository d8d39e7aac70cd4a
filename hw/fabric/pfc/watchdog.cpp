#include "hw/fabric/pfc/watchdog.h"

#include <algorithm>

namespace rocelab::fabric {

void Watchdog::loaded(Priority p, Ps until) {
  if (settings_.action == Action::off) return;
  Lane& lane = lanes_[p.value];
  lane.until = until;
  if (lane.storming || lane.watching || until <= timeline_.now()) return;
  lane.watching = true;
  lane.stuck_since = timeline_.now();
  timeline_.after(settings_.detect, [this, p] { look(p); });
}

void Watchdog::look(Priority p) {
  Lane& lane = lanes_[p.value];
  const Ps now = timeline_.now();
  if (lane.until <= now) {
    lane.watching = false;  // the pause is over
    return;
  }
  if (lane.stuck_since == never || !hooks_.waits(p)) lane.stuck_since = now;
  if (now - lane.stuck_since < settings_.detect) {
    timeline_.at(lane.stuck_since + settings_.detect, [this, p] { look(p); });
    return;
  }
  lane.watching = false;
  lane.storming = true;
  hooks_.detected(p);
  wait_for_calm(p);
}

void Watchdog::wait_for_calm(Priority p) {
  Lane& lane = lanes_[p.value];
  const Ps calm = std::max(lane.until + settings_.restore, timeline_.now());
  timeline_.at(calm, [this, p] {
    Lane& l = lanes_[p.value];
    if (l.until + settings_.restore > timeline_.now()) return wait_for_calm(p);
    l.storming = false;
    hooks_.restored(p);
  });
}

}  // namespace rocelab::fabric
