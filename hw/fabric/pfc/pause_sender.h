#pragma once
#include <array>

#include "hw/fabric/egress_port.h"
#include "tlm/packet_pool.h"
#include "tlm/wire/pfc.h"

namespace rocelab::fabric {

/// How a port pauses its peer.
enum class PauseKind : std::uint8_t {
  none,
  link,      // 802.3x PAUSE: all traffic of the link
  priority,  // 802.1Qbb PFC: one frame for eight timers
};

struct PauseSettings {
  PauseKind kind = PauseKind::none;
  std::uint16_t quanta = 0xffff;       // of an XOFF (calibration: pause_quanta_default)
  std::uint64_t response_quanta = 60;  // from a pause frame's last bit to its effect at this port
  wire::MacAddress address = 0;        // source of the frames it sends
};

/// The pausing side of a port: sends XOFF, sends it again while it holds (before the peer's timer ends: after half of
/// the pause time), and XON. Frames go ahead of all queued data, behind the one that is being sent.
class PauseSender {
 public:
  PauseSender(Timeline& timeline, Probe& probe, PacketPool& pool, EgressPort& port, const PauseSettings& settings,
              Tag tag);

  /// Does nothing when that already holds. True when a frame was sent.
  bool pause(Priority p);
  bool resume(Priority p);
  bool paused(Priority p) const { return paused_ >> p.value & 1; }
  unsigned paused_priorities() const { return paused_; }

 private:
  void send(unsigned priorities, std::uint16_t quanta);
  void refresh(std::uint64_t round);

  Timeline& timeline_;
  Probe& probe_;
  PacketPool& pool_;
  EgressPort& port_;
  PauseSettings settings_;
  Tag tag_;
  unsigned paused_ = 0;      // bit n: priority n holds
  std::uint64_t round_ = 0;  // an XOFF starts the time to the next refresh anew
};

}  // namespace rocelab::fabric
