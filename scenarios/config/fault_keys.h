#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scenarios/config/keys.h"

/// Keys of a scenario's faults: network.faults.<fault>.<key>, the fault's name being the scenario's choice.
namespace rocelab::scenarios {

/// "network.faults.gap.psn" → {"gap", "psn"}; empty for a key that is none of a fault.
struct FaultKey {
  std::string fault;
  std::string key;
};
std::optional<FaultKey> fault_key(const std::string& name);

/// What a fault may hold: what it is, where it acts, and the parameters of every trigger and effect. Names without
/// the prefix.
const std::vector<KeySpec>& fault_keys();

/// Names of a trigger's or an effect's own keys.
std::vector<std::string> keys_of_trigger(const std::string& trigger);
std::vector<std::string> keys_of_effect(const std::string& effect);

}  // namespace rocelab::scenarios
