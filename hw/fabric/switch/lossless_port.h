#pragma once
#include <optional>

#include "hw/fabric/pfc/pause_receiver.h"
#include "hw/fabric/pfc/watchdog.h"
#include "hw/fabric/switch/port_counters.h"

namespace rocelab::fabric {

/// What a port needs to take part in PFC, both sides of it, with its rows in the waveform: of each protected priority
/// whether the peer holds it (paused) and whether it holds the peer (xoff).
class LosslessPort {
 public:
  struct Config {
    std::string scope;
    std::uint8_t priorities = 0;  // bit n: PFC protects priority n
    PauseSettings pause;
    Watchdog::Settings watchdog;
    Tag tag;
  };
  /// Purges the queue of a priority when the watchdog drops.
  using Purge = std::function<void(Priority)>;

  LosslessPort(Timeline& timeline, Probe& probe, PacketPool& pool, EgressPort& port, PortCounters& counters,
               const Config& config, Purge purge);

  /// A MAC control frame has come in whole.
  void control(const Packet& packet, Ps last_bit) { receiver_.frame(packet, last_bit); }
  void hold(Priority p);
  void release(Priority p);
  bool holds(Priority p) const { return sender_.paused(p); }
  void departed(Priority p) { watchdog_.departed(p); }
  /// The watchdog drops whatever would go out in this priority.
  bool drops(Priority p) const { return action_ == Watchdog::Action::drop && watchdog_.storming(p); }
  bool storming(Priority p) const { return watchdog_.storming(p); }

 private:
  void loaded(Priority p, Ps until);
  using Rows = std::array<std::optional<SignalId>, 8>;
  void show(const Rows& rows, Priority p, bool on);

  Timeline& timeline_;
  Probe& probe_;
  EgressPort& port_;
  PortCounters& counters_;
  std::uint8_t priorities_;
  Watchdog::Action action_;
  Tag tag_;
  PauseSender sender_;
  PauseReceiver receiver_;
  Watchdog watchdog_;
  Rows paused_rows_, xoff_rows_;
};

}  // namespace rocelab::fabric
