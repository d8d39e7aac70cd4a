#include "scenarios/config/kernel_keys.h"

#include "host/os/cost_table.h"
#include "scenarios/config/key_units.h"

namespace rocelab::scenarios {
namespace {

using namespace key_units;
constexpr const char* as_profile = "profile";

KeySpec key_of(const host::CostParameter& p) {
  using K = KeySpec::Kind;
  const std::string name = "kernel." + std::string(p.name);
  const auto key = [&](K kind, double least, double most) {
    return KeySpec{name, kind, as_profile, least, most, {as_profile}};
  };
  if (p.is_time()) return key(K::time, 0, 1 * s);
  if (p.unit == "ghz") return key(K::number, 0.1, 10);
  if (p.unit == "gbytes") return key(K::number, 0.1, 1000);
  if (p.unit == "packets") return key(K::integer, 1, 65536);
  if (p.unit == "cycles_per_byte") return key(K::number, 0, 100);
  // Time must pass for a program that asks in vain again and again, or it never gets an answer.
  return key(K::integer, p.name == "empty_read" ? 1 : 0, 1e7);
}

}  // namespace

std::vector<KeySpec> kernel_key_table() {
  using K = KeySpec::Kind;
  std::vector<KeySpec> all{
      {"kernel.profile", K::word, "linux", 0, 0, host::cost_profiles()},
      {"kernel.kpti", K::boolean, "true"},
  };
  for (const host::CostParameter& p : host::cost_parameters()) all.push_back(key_of(p));
  return all;
}

host::KernelCosts kernel_costs(const LaneKeys& lane) {
  host::KernelCosts costs = host::KernelCosts::named(lane.word("kernel.profile"));
  costs.kpti = lane.boolean("kernel.kpti");
  for (const host::CostParameter& p : host::cost_parameters()) {
    const std::string key = "kernel." + std::string(p.name);
    if (lane.word(key) == as_profile) continue;
    p.set(costs, p.is_time() ? static_cast<double>(lane.time(key)) / 1e3 : lane.number(key));
  }
  return costs;
}

}  // namespace rocelab::scenarios
