#pragma once
#include <algorithm>
#include <cstdint>

#include "tlm/packet.h"
#include "tlm/units.h"

namespace rocelab::rnic {

/// What loss costs one queue pair (contract: `loss_cost`).
///
/// Timer idle is the silence that a retransmission timer ended: from when the last packet of the connection left or
/// came in until it ran out. Whoever still has frames to send is not idle, and an RNR wait is not the loss's doing.
class SilenceClock {
 public:
  void queued() { ++under_way_; }
  void left(Ps now) {
    --under_way_;
    since_ = now;
  }
  void heard(Ps now) { since_ = now; }
  /// A timer has run out: how long it was silent before.
  Ps ended(Ps now) {
    const Ps silent = under_way_ > 0 ? 0 : now - since_;
    since_ = now;
    return silent;
  }

 private:
  std::uint32_t under_way_ = 0;  // between scheduler and MAC
  Ps since_ = 0;
};

/// Octets of line of the message that is open at the receiver: wasted when the scheme begins it again.
class OpenMessage {
 public:
  void accepted(const Packet& packet, bool ends) { wire_bytes_ = ends ? 0 : wire_bytes_ + packet.wire_bytes(); }
  std::uint64_t forget() {
    const std::uint64_t wasted = wire_bytes_;
    wire_bytes_ = 0;
    return wasted;
  }

 private:
  std::uint64_t wire_bytes_ = 0;
};

}  // namespace rocelab::rnic
