#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hw/fabric/deadlock.h"
#include "hw/fabric/systemc/cable_module.h"
#include "hw/fabric/systemc/nic_mac_module.h"
#include "hw/fabric/systemc/switch_module.h"
#include "hw/fabric/systemc/traffic_source_module.h"
#include "scenarios/compose/topology.h"
#include "scenarios/config/cables.h"
#include "scenarios/config/settings.h"

namespace rocelab::scenarios {

/// What a lane's hosts hang on: one cable between two, or switches in a topology, with their cross traffic. Faults,
/// cross traffic and a sick NIC act from t0 on.
class LaneNetwork {
 public:
  struct Plug {
    fabric::NicMacModule* mac;
    HostId host;
    std::uint64_t address;
    wire::Gid ip;
  };
  /// What all parts of one network are made with.
  struct Surroundings {
    Timeline& timeline;
    Probe& probe;
    PacketPool& pool;
    std::uint64_t seed;
    LaneId lane;
    std::function<bool()> running;  // the measured part goes on
  };

  /// Throws InputError when the base round trip is too short for the switches in it.
  LaneNetwork(const LaneSettings&, const Surroundings&, const std::vector<Plug>&, const fabric::FabricStages&);

  void start_faults();

 private:
  /// One direction of one cable.
  struct Stretch {
    fabric::Link& link;
    std::string name;   // of its random streams
    std::string cable;  // its name (config/cables.h)
    bool forward;       // out of its host or source, or from a trunk's lower switch to the higher

    bool at_local() const { return cable == host_name(0); }               // a single one between two hosts is
    bool on_road() const { return at_local() || cable == host_name(1); }  // from local to peer
    bool to_peer() const { return forward == at_local(); }
  };

  void build_cable();
  void build_switches();
  fabric::SwitchConfig switch_config(std::size_t index) const;
  std::uint64_t headroom_of(Rate) const;
  fabric::LosslessPort::Config lossless_host(const Plug&, std::size_t index) const;
  void equip_host(const Plug&, std::size_t index);
  void build_cross(std::size_t index, EthernetPort&);
  fabric::CableModule& add_cable(const std::string& called);
  void add_shares(const Stretch&);
  bool strikes(const FaultSettings&, const Stretch&) const;
  void add_faults(const Stretch&);
  void look_for_deadlock();

  const LaneSettings lane_;
  Surroundings env_;
  const std::vector<Plug> plugs_;
  fabric::FabricStages stages_;
  TopologyPlan plan_;
  Ps propagation_ = 0;                    // of every cable
  std::vector<std::pair<Ps, Ps>> downs_;  // from, length of each link's (first) time down
  fabric::FlowStarts starts_;
  std::vector<std::unique_ptr<fabric::SwitchModule>> switches_;
  std::vector<std::unique_ptr<fabric::CableModule>> cables_;
  std::vector<std::unique_ptr<fabric::TrafficSourceModule>> sources_;
  std::optional<fabric::DeadlockDetector> deadlocks_;
};

}  // namespace rocelab::scenarios
