#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/fabric/switch.h"
#include "scenarios/config/config.h"
#include "transport/congestion/notification_point.h"

namespace rocelab::scenarios {

/// A source of cross traffic: bursts at a rate into a port of its own of one switch.
struct CrossSettings {
  std::string name;
  std::size_t at_switch;
  std::size_t to;  // host
  Rate rate;
  std::uint32_t frame;  // octets with FCS
  std::uint64_t burst;  // octets of line on average; 0: without end
  Ps gap;               // between two bursts, on average
  Ps from, length;      // after t0
  std::uint8_t dscp;    // the lane's own class unless the scenario says otherwise
};

/// Messages from one host to another.
struct FlowSettings {
  std::string name;
  std::size_t from, to;                   // hosts
  std::optional<std::uint64_t> messages;  // instead of message.count
};

/// What a lane's network is made of beside rate, round trip and faults.
struct FabricSettings {
  enum class Topology : std::uint8_t { cable, one_switch, trunk, leaf_spine, ring };
  Topology topology;
  std::size_t hosts;
  std::size_t switches;  // edge switches: those that hosts hang on
  std::size_t spines;
  std::optional<Rate> trunk_rate;
  std::vector<std::size_t> place;  // edge switch of each host
  bool clockwise;                  // around the ring one way only

  fabric::BufferSettings buffer;  // headroom not yet filled in: it depends on rate and cable
  std::optional<std::uint64_t> headroom;
  std::optional<fabric::Dwrr::Weights> weights;
  Priority lossless_class;
  fabric::PauseSettings pause;
  std::optional<fabric::Red> red;
  fabric::MarkAt mark_at;
  fabric::Watchdog::Settings watchdog;

  std::optional<std::size_t> sick_host;  // pauses its peer without a reason
  Ps storm_from, storm_length;
  std::optional<std::size_t> slow_host;
  Rate slow_rate;
  std::uint64_t slow_buffer;

  std::string congestion;  // a name of congestion::controls()
  std::vector<double> congestion_values;
  std::uint8_t dscp;               // of the RDMA lane's data
  std::optional<Ps> cnp_interval;  // nothing: as the NIC has it
  congestion::NotificationPoint::Per cnp_per;

  std::vector<FlowSettings> flows;
  std::vector<CrossSettings> cross;

  /// Programs on a host: one for each end of a flow.
  std::size_t programs_of(std::size_t host) const {
    std::size_t n = 0;
    for (const FlowSettings& f : flows) n += (f.from == host) + (f.to == host);
    return n;
  }
  bool pauses() const { return pause.kind != fabric::PauseKind::none; }
};

/// "local" is 0, "peer" 1, "h3" 2, …
std::string host_name(std::size_t index);

/// Throws InputError where two keys contradict each other. `lossless`: network.lossless of this lane's class.
FabricSettings resolve_fabric(const Config&, const std::string& lane, Rate rate, bool lossless);

}  // namespace rocelab::scenarios
