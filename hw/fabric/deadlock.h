#pragma once
#include <functional>
#include <string>
#include <vector>

#include "hw/fabric/switch.h"

namespace rocelab::fabric {

/// Finds deadlocks by cyclic buffer dependency (Hu et al., HotNets'16): switch after switch in a circle where each
/// holds the one before it (XOFF), because the frames that it keeps of it wait for a port that the next one holds. Once
/// such a circle stands no frame of it ever moves.
///
/// An observer: nothing in the network knows of it. Looks only while something is paused.
class DeadlockDetector {
 public:
  /// A trunk: what `from` sends by `port` comes in at `to` by `to_port`.
  struct Trunk {
    const Switch* from;
    std::size_t port;
    const Switch* to;
    std::size_t to_port;
  };

  DeadlockDetector(std::vector<Trunk> trunks, Priority priority) : trunks_(std::move(trunks)), priority_(priority) {}

  /// Trunks of a circle in which each waits for the next, now; empty when there is none.
  std::vector<const Trunk*> cycle() const;
  /// "sw0.port1 → sw1.port1 → sw2.port1 → sw0.port1"
  static std::string name(const std::vector<const Trunk*>& cycle);

 private:
  bool held(const Trunk&) const;
  bool waits_for(const Trunk& a, const Trunk& b) const;
  bool search(std::size_t at, std::vector<std::uint8_t>& state, std::vector<std::size_t>& path) const;

  std::vector<Trunk> trunks_;
  Priority priority_;
};

}  // namespace rocelab::fabric
