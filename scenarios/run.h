#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "scenarios/scenario.h"
#include "tlm/fact_sink.h"
#include "tlm/roster.h"

namespace rocelab::scenarios {

/// What a caller lends to a run. Sinks may hold a reference to `roster`; it is filled before their on_start().
struct RunContext {
  Roster roster;
  std::vector<FactSink*> sinks;
  std::optional<std::vector<std::uint8_t>> payload;  // instead of message.size bytes from the seeded stream
  std::uint64_t seed = 1;
};

/// The simulation stopped although the scenario did not expect it. Exit 3; the message says what is stuck, where,
/// since when.
struct StuckError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One scenario, one elaboration, one result. One call a process: SystemC elaborates once.
Result run(const Scenario&, RunContext&);

}  // namespace rocelab::scenarios
