#include "scenarios/config/faults.h"

#include <algorithm>
#include <iterator>

#include "scenarios/config/fault_settings.h"
#include "scenarios/config/keys.h"
#include "scenarios/config/values.h"

namespace rocelab::scenarios {
namespace {

constexpr const char* fault_shares[]{"network.loss", "network.corruption"};

}  // namespace

bool has_faults(const Config& config, const std::string& lane) {
  const auto named = resolve_faults(config, lane);
  if (std::any_of(named.begin(), named.end(), [](const FaultSettings& f) { return f.lasts(); })) return true;
  return std::any_of(std::begin(fault_shares), std::end(fault_shares),
                     [&](const char* key) { return parse_number(config.get(lane, key)) > 0; });
}

Config without_faults(Config config) {
  config.file_is_read();  // a common key then speaks for every lane
  for (const char* key : fault_shares) config.set(key, "0", "without faults");
  config.set("network.loss_spares", "none", "without faults");
  config.drop_faults();
  return config;
}

}  // namespace rocelab::scenarios
