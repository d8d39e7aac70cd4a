#pragma once
#include <memory>
#include <vector>

#include "hw/fabric/systemc/cable_module.h"
#include "hw/fabric/systemc/nic_mac_module.h"
#include "hw/fabric/systemc/switch_module.h"
#include "scenarios/config/settings.h"

namespace rocelab::scenarios {

/// What a lane's hosts hang on: one cable between two, or one switch. Faults act from t0 on.
class LaneNetwork {
 public:
  struct Plug {
    fabric::NicMacModule* mac;
    std::uint64_t address;
  };

  /// Throws InputError when the base round trip is too short for the switch in it.
  LaneNetwork(const LaneSettings&, Timeline&, Probe&, PacketPool&, const std::vector<Plug>&,
              const fabric::FabricStages&, std::uint64_t seed);

  void start_faults(LaneId);

 private:
  fabric::CableModule& add_cable(const LaneSettings&, Timeline&, Probe&, PacketPool&, const fabric::FabricStages&,
                                 Ps propagation, std::uint64_t seed);

  /// One direction of one cable.
  struct Stretch {
    fabric::Link& link;
    std::string name;  // of its random streams
    bool at_local;     // the cable ends at the local host (a single one between two hosts does)
    bool to_peer;      // which way its frames go
  };
  void add_shares(const Stretch&, const LaneSettings&, PacketPool&, std::uint64_t seed);
  void add_faults(const Stretch&, const LaneSettings&, PacketPool&, std::uint64_t seed);

  Timeline& timeline_;
  Probe& probe_;
  std::vector<std::pair<Ps, Ps>> downs_;  // from, length of each link's (first) time down
  fabric::FlowStarts starts_;
  std::unique_ptr<fabric::SwitchModule> switch_;
  std::vector<std::unique_ptr<fabric::CableModule>> cables_;
};

}  // namespace rocelab::scenarios
