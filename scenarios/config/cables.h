#pragma once
#include <string>
#include <utility>
#include <vector>

#include "scenarios/config/fabric_settings.h"
#include "scenarios/config/fault_settings.h"

namespace rocelab::scenarios {

/// Pairs of switches that a trunk joins, in the order in which trunks are laid.
std::vector<std::pair<std::size_t, std::size_t>> trunks_of(const FabricSettings&);

/// A cable is named after the host, or the source of cross traffic ("cross.bursts"), that hangs on it, a trunk after
/// its two switches, the lower number first ("sw0-sw1").
std::string trunk_name(std::size_t a, std::size_t b);
std::string cross_name(const std::string& source);
/// Every cable of a topology.
std::vector<std::string> cables_of(const FabricSettings&);

/// Throws InputError with the names of all cables for a fault on one that is not there.
void check_cables(const Config&, const std::string& lane, const std::vector<FaultSettings>&, const FabricSettings&);

}  // namespace rocelab::scenarios
