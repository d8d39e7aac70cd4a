#include "scenarios/config/fabric_keys.h"

#include "scenarios/config/key_units.h"
#include "transport/congestion/rate_control.h"

namespace rocelab::scenarios {
namespace {

using namespace key_units;

/// A control's name, its parameter sets and its parameters, each a key: what is registered is allowed.
std::vector<KeySpec> rate_control_keys() {
  using K = KeySpec::Kind;
  std::vector<std::string> names{"auto"};
  std::vector<KeySpec> own;
  for (const congestion::Control& c : congestion::controls()) {
    const std::string name(c.name);
    names.push_back(name);
    if (c.sets.empty()) continue;
    std::vector<std::string> sets;
    for (const auto& set : c.sets) sets.emplace_back(set.name);
    own.push_back({"rdma." + name + ".set", K::word, sets.front(), 0, 0, sets});
    for (const auto& p : c.parameters) {
      own.push_back({"rdma." + name + "." + std::string(p.name), K::number, "set", p.lowest, p.highest, {"set"}});
    }
  }
  own.insert(own.begin(), {"rdma.congestion", K::word, "auto", 0, 0, names});
  return own;
}

}  // namespace

std::vector<KeySpec> fabric_key_table() {
  using K = KeySpec::Kind;
  std::vector<KeySpec> all{
      {"network.hosts", K::integer, "2", 2, 1024},
      {"network.switches", K::integer, "auto", 1, 256, {"auto"}},
      {"network.spines", K::integer, "2", 1, 64},
      {"network.trunk_rate", K::rate, "same", 1e6, 8e11, {"same"}},
      {"network.place", K::numbers, "auto", 0, 255, {"auto"}},
      {"network.routing", K::word, "shortest", 0, 0, {"shortest", "clockwise"}},
      {"network.traffic", K::word, "pair", 0, 0, {"pair", "incast"}},
      {"network.switch.buffer", K::size, "16MiB", 16 * kib, 64 * gib},
      {"network.switch.queue", K::size, "1MiB", kib, 64 * gib, {"dynamic"}},
      {"network.switch.alpha", K::number, "1", 1.0 / 64, 64},
      {"network.switch.reserved", K::size, "0", 0, gib},
      {"network.switch.weights", K::numbers, "strict", 0, 255, {"strict"}},
      {"network.class", K::integer, "3", 0, 7},
      {"network.pfc.mode", K::word, "auto", 0, 0, {"auto", "on", "off", "pause"}},
      {"network.pfc.xoff", K::size, "dynamic", 64, gib, {"dynamic"}},
      {"network.pfc.hysteresis", K::size, "3KiB", 0, gib},
      {"network.pfc.headroom", K::size, "formula", 0, gib, {"formula"}},
      {"network.pfc.quanta", K::integer, "65535", 1, 65535},
      {"network.pfc.response", K::integer, "60", 0, 65535},
      {"network.ecn.mode", K::word, "auto", 0, 0, {"auto", "on", "off"}},
      {"network.ecn.kmin", K::size, "scaled", 0, gib, {"scaled"}},
      {"network.ecn.kmax", K::size, "scaled", 0, gib, {"scaled"}},
      {"network.ecn.pmax", K::share, "0.2", 0, 1},
      {"network.ecn.at", K::word, "dequeue", 0, 0, {"dequeue", "enqueue"}},
      {"network.watchdog.action", K::word, "off", 0, 0, {"off", "drop", "forward"}},
      {"network.watchdog.detect", K::time, "200ms", 1 * us, 100 * s},
      {"network.watchdog.restore", K::time, "200ms", 1 * us, 100 * s},
      {"network.storm.host", K::host, "none"},
      {"network.storm.from", K::time, "0us", 0, 100 * s},
      {"network.storm.length", K::time, "1ms", 1 * us, 100 * s},
      {"network.slow.host", K::host, "none"},
      {"network.slow.rate", K::rate, "40Gbps", 1e6, 8e11},
      {"network.slow.buffer", K::size, "512KiB", 16 * kib, gib},
      {"rdma.dscp", K::integer, "auto", 0, 63, {"auto"}},
      {"rdma.cnp_interval", K::time, "auto", 0, 100 * ms, {"auto"}},
      {"rdma.cnp_per", K::word, "queue_pair", 0, 0, {"queue_pair", "destination", "port"}},
  };
  for (KeySpec& k : rate_control_keys()) all.push_back(std::move(k));
  return all;
}

}  // namespace rocelab::scenarios
