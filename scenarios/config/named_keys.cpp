#include "scenarios/config/named_keys.h"

#include "scenarios/config/fault_keys.h"
#include "scenarios/config/key_units.h"

namespace rocelab::scenarios {
namespace {
using K = KeySpec::Kind;
using namespace key_units;
}  // namespace

const std::vector<KeySpec>& cross_keys() {
  static const std::vector<KeySpec> all{
      {"switch", K::integer, "0", 0, 1023},
      {"to", K::host, "peer"},
      {"rate", K::rate, "100Gbps", 1e6, 8e11},
      {"frame", K::size, "1518", 64, 9216},
      {"burst", K::size, "0", 0, gib},
      {"gap", K::time, "0us", 0, 1 * s},
      {"from", K::time, "0us", 0, 1e6 * s},
      {"length", K::time, "1000000s", 1 * us, 1e6 * s},
      {"dscp", K::integer, "lane", 0, 63, {"lane"}},
  };
  return all;
}

const std::vector<KeySpec>& flow_keys() {
  static const std::vector<KeySpec> all{
      {"from", K::host, "local"},
      {"to", K::host, "peer"},
      {"messages", K::integer, "all", 1, 1e6, {"all"}},
  };
  return all;
}

const std::vector<NamedTable>& named_tables() {
  static const std::vector<NamedTable> all{
      {"network.faults.", fault_keys}, {"network.cross.", cross_keys}, {"flows.", flow_keys}};
  return all;
}

std::optional<NamedKey> named_key(const std::string& key) {
  for (const NamedTable& table : named_tables()) {
    if (key.rfind(table.prefix, 0) != 0) continue;
    const auto dot = key.find('.', table.prefix.size());
    if (dot == std::string::npos || dot == table.prefix.size()) return std::nullopt;
    return NamedKey{&table, key.substr(table.prefix.size(), dot - table.prefix.size()), key.substr(dot + 1)};
  }
  return std::nullopt;
}

}  // namespace rocelab::scenarios
