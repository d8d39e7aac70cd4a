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

  void start_faults();

 private:
  fabric::CableModule& add_cable(const LaneSettings&, Timeline&, Probe&, PacketPool&, const fabric::FabricStages&,
                                 Ps propagation, std::uint64_t seed);

  std::unique_ptr<fabric::SwitchModule> switch_;
  std::vector<std::unique_ptr<fabric::CableModule>> cables_;
};

}  // namespace rocelab::scenarios
