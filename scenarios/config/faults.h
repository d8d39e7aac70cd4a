#pragma once
#include <string>

#include "scenarios/config/config.h"

/// What "with the scenario's faults" and "without" mean. A key that brings a fault into a lane's network is listed in
/// faults.cpp.
namespace rocelab::scenarios {

/// Faults with a rate: those that go on for as long as the run does.
bool has_faults(const Config&, const std::string& lane);
/// The same with every fault taken away, in all lanes.
Config without_faults(Config);

}  // namespace rocelab::scenarios
