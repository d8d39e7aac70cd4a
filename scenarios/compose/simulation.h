#pragma once
#include <map>
#include <memory>
#include <vector>

#include "host/apps/traffic.h"
#include "host/systemc/host.h"
#include "scenarios/compose/network.h"
#include "scenarios/run.h"
#include "scenarios/tally/tally.h"
#include "tlm/systemc/clockwork.h"

namespace rocelab::scenarios {

/// One lane of a run: its hosts, their network, and the programs between them.
struct LaneRig {
  LaneSettings settings;
  LaneId id;
  std::vector<std::unique_ptr<host::Host>> hosts;
  std::unique_ptr<LaneNetwork> network;
  std::vector<std::unique_ptr<host::Traffic>> flows;  // in the order of the settings
  std::size_t open_flows = 0;                         // of the measured part
};

/// Everything that stands in one elaboration. The only place that constructs modules.
class Simulation {
 public:
  Simulation(const Scenario&, RunContext&);

  /// Runs until every program has ended. Throws StuckError.
  void run();
  Result result() const;

 private:
  void compose_lane(const std::string& name);
  std::unique_ptr<host::Host> make_host(const LaneRig&, std::size_t index);
  std::unique_ptr<host::Traffic> make_traffic(LaneRig&, std::size_t flow);
  const std::vector<std::uint8_t>& payload_of(const LaneSettings&);
  void flow_ended(LaneRig&, std::size_t flow);
  void at_t0();
  bool programs_ended() const;
  std::string what_is_stuck() const;
  LaneResult result_of(const LaneRig&) const;
  void add_reason(Failure&, const std::string& lane) const;

  const Scenario& scenario_;
  RunContext& context_;
  PacketPool pool_;  // outlives the clockwork: on a long link frames are still under way when a run ends
  Clockwork clockwork_{"clockwork"};
  Probe probe_{clockwork_};
  Tally tally_;
  std::unique_ptr<host::StartLine> start_line_;
  std::unique_ptr<host::FinishLine> finish_line_;
  std::vector<std::unique_ptr<LaneRig>> lanes_;
  std::map<std::uint64_t, std::vector<std::uint8_t>> payloads_;  // by size
  Ps t0_ = 0;
};

}  // namespace rocelab::scenarios
