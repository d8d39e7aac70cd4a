#pragma once
#include <array>
#include <functional>

#include "tlm/ids.h"
#include "tlm/timeline.h"

namespace rocelab::fabric {

/// The PFC watchdog of a port (as in SONiC): a priority that has frames waiting and was paused so long without a single
/// frame leaving is in a storm. Until no XOFF has come for the restore time its frames are dropped, or sent in spite of
/// the pause.
class Watchdog {
 public:
  enum class Action : std::uint8_t { off, drop, forward };
  struct Settings {
    Action action = Action::off;
    Ps detect = 200'000'000'000;   // Guo et al., SIGCOMM'16: hundreds of milliseconds
    Ps restore = 200'000'000'000;  // the same: 200 ms without pause
  };
  /// What the port does about it.
  struct Hooks {
    std::function<bool(Priority)> waits;  // frames are queued
    std::function<void(Priority)> detected, restored;
  };

  Watchdog(Timeline& timeline, const Settings& settings, Hooks hooks)
      : timeline_(timeline), settings_(settings), hooks_(std::move(hooks)) {}

  /// The pause timer was loaded: paused until then, not at all if that is now.
  void loaded(Priority p, Ps until);
  /// A frame of this priority left.
  void departed(Priority p) { lanes_[p.value].stuck_since = never; }
  bool storming(Priority p) const { return lanes_[p.value].storming; }

 private:
  struct Lane {
    Ps until = 0;            // of the pause
    Ps stuck_since = never;  // paused with frames waiting and none left
    bool watching = false;   // an action is pending
    bool storming = false;
  };

  void look(Priority p);
  void wait_for_calm(Priority p);

  Timeline& timeline_;
  Settings settings_;
  Hooks hooks_;
  std::array<Lane, 8> lanes_;
};

}  // namespace rocelab::fabric
