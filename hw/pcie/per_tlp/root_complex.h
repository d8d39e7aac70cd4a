#pragma once
#include <deque>

#include "hw/pcie/per_tlp/direction.h"
#include "hw/pcie/slot.h"

namespace rocelab::pcie {

/// The host's end: performs writes in order, answers reads in order, and never answers one before the writes that came
/// ahead of it are performed.
class RootComplex {
 public:
  /// Completions go out through `to_device`; `access(tlp)` moves the octets of a stretch of its request.
  RootComplex(const Slot::Surroundings&, const Profile&, Direction& to_device, std::function<void(const Tlp&)> access);

  /// `from_device` is told when a TLP has left the receive buffer.
  void receive(const Tlp&, Direction& from_device);

 private:
  void answer(const Tlp& request);

  Timeline& timeline_;
  HostMemory& memory_;
  Profile profile_;
  Direction& to_device_;
  std::function<void(const Tlp&)> access_;
  std::deque<Tlp> writes_, reads_;  // on their way to memory
  Ps last_performed_ = 0, last_answered_ = 0;
};

}  // namespace rocelab::pcie
