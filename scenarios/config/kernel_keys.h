#pragma once
#include <vector>

#include "host/os/costs.h"
#include "scenarios/config/keys.h"
#include "scenarios/config/lane_keys.h"

namespace rocelab::scenarios {

/// kernel.profile, kernel.kpti, and a key for each cost of the kernel (host/os/cost_table.h).
std::vector<KeySpec> kernel_key_table();
/// The lane's profile with what its keys say otherwise.
host::KernelCosts kernel_costs(const LaneKeys&);

}  // namespace rocelab::scenarios
