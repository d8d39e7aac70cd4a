#pragma once
#include <functional>

#include "hw/fabric/egress_port.h"
#include "hw/fabric/pfc/pause_sender.h"

namespace rocelab::fabric {

/// The paused side of a port: loads the timers of the priorities that a PFC frame names, all eight for a plain PAUSE,
/// after the port's response time. A new value replaces the old one, 0 ends the pause (802.3, annexes 31B and 31D). PFC
/// and plain PAUSE exclude each other on a port: what it is not set to, it ignores.
class PauseReceiver {
 public:
  PauseReceiver(Timeline& timeline, EgressPort& port, const PauseSettings& settings)
      : timeline_(timeline), port_(port), settings_(settings) {}

  /// Which priorities this port heeds at all; PFC for others is ignored (a map that disagrees with the peer's).
  void heed(std::uint8_t priorities) { heeded_ = priorities; }
  /// Runs whenever a priority's timer is loaded: until when it is paused then, now for an XON.
  void on_change(std::function<void(Priority, Ps until)> call) { changed_ = std::move(call); }

  /// A MAC control frame, whole at `last_bit`.
  void frame(const Packet& packet, Ps last_bit);

 private:
  void load(unsigned enabled, const std::array<std::uint16_t, 8>& quanta);

  Timeline& timeline_;
  EgressPort& port_;
  PauseSettings settings_;
  std::uint8_t heeded_ = 0xff;
  std::function<void(Priority, Ps)> changed_;
};

}  // namespace rocelab::fabric
