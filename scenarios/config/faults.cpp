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
  if (!config.named("network.cross.", lane).empty()) return true;  // it takes room in buffers
  if (std::any_of(named.begin(), named.end(), [](const FaultSettings& f) { return f.lasts(); })) return true;
  return std::any_of(std::begin(fault_shares), std::end(fault_shares),
                     [&](const char* key) { return parse_number(config.get(lane, key)) > 0; });
}

Config without_faults(Config config) {
  config.file_is_read();  // a common key then speaks for every lane
  for (const char* key : fault_shares) config.set(key, "0", "without faults");
  config.set("network.loss_spares", "none", "without faults");
  config.drop_faults();
  // Congestion is the fault of buffers that end: the same cross traffic on a network with room for all of it, where
  // nothing needs to be dropped, paused or marked.
  for (const std::string& lane : config.lanes()) {
    if (config.named("network.cross.", lane).empty()) continue;
    config.set("network.switch.buffer", "60GiB", "without faults");
    config.set("network.switch.queue", "1GiB", "without faults");
    for (const char* key : {"network.pfc.mode", "network.ecn.mode"}) config.set(key, "off", "without faults");
    config.set("rdma.congestion", "none", "without faults");
  }
  return config;
}

}  // namespace rocelab::scenarios
