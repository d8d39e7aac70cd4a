#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scenarios/config/keys.h"

/// Keys of things that a scenario names itself and may have many of: network.faults.<name>.<key>, network.cross.…,
/// flows.….
namespace rocelab::scenarios {

struct NamedTable {
  std::string prefix;  // "network.faults."
  const std::vector<KeySpec>& (*keys)();
};
const std::vector<NamedTable>& named_tables();

struct NamedKey {
  const NamedTable* table;
  std::string name;
  std::string key;
};
/// "network.cross.burst.rate" → {…, "burst", "rate"}; nothing for a key that belongs to no such thing.
std::optional<NamedKey> named_key(const std::string& key);

/// What a cross traffic source may hold.
const std::vector<KeySpec>& cross_keys();
/// What a flow between hosts may hold.
const std::vector<KeySpec>& flow_keys();

}  // namespace rocelab::scenarios
