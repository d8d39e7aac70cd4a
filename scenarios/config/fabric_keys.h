#pragma once
#include <vector>

#include "scenarios/config/keys.h"

namespace rocelab::scenarios {

/// Keys of topology, switch buffer, PFC, ECN and rate control.
std::vector<KeySpec> fabric_key_table();

}  // namespace rocelab::scenarios
