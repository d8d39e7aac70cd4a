#include "scenarios/config/fault_keys.h"

#include <algorithm>

#include "hw/fabric/faults/catalog.h"

namespace rocelab::scenarios {
namespace {

const std::string prefix = "network.faults.";

template <class Kind>
std::vector<std::string> names(const std::vector<const Kind*>& kinds) {
  std::vector<std::string> all;
  for (const Kind* kind : kinds) all.emplace_back(kind->name);
  return all;
}

std::string text(double n) {
  std::string t = std::to_string(n);
  t.erase(t.find_last_not_of('0') + 1);
  if (t.back() == '.') t.pop_back();
  return t;
}

/// A parameter as its trigger or effect declares it.
KeySpec spec_of(const fabric::Parameter& p) {
  using K = KeySpec::Kind;
  const std::string name(p.name);
  if (p.unit == "ps") return {name, K::time, text(p.preset) + "ps", p.lowest, p.highest};
  if (p.unit == "share") return {name, K::share, text(p.preset), p.lowest, p.highest};
  if (p.unit == "bool") return {name, K::boolean, p.preset != 0 ? "true" : "false", p.lowest, p.highest};
  return {name, K::integer, text(p.preset), p.lowest, p.highest};
}

std::vector<KeySpec> fault_key_table() {
  using K = KeySpec::Kind;
  std::vector<KeySpec> all{
      {"trigger", K::word, "always", 0, 0, names(fabric::trigger_kinds())},
      {"effect", K::word, "drop", 0, 0, names(fabric::effect_kinds())},
      {"on", K::boolean, "true"},
      {"frames", K::word, "data", 0, 0, {"data", "acks", "naks", "all"}},
      {"spares", K::word, "none", 0, 0, {"none", "nak_resend"}},
      {"direction", K::word, "local_to_peer", 0, 0, {"local_to_peer", "peer_to_local", "both"}},
      {"link", K::cable, "sender", 0, 0, {"sender", "receiver", "all"}},
      {"psn", K::numbers, "none", 0, 0xffffff},
      {"sequence", K::numbers, "none", 0, 0xffffffff},
      {"numbering", K::word, "relative", 0, 0, {"relative", "absolute"}},
      {"transmission", K::integer, "1", 0, 255},
      {"qp", K::integer, "any", 0, 0xffffff, {"any"}},
      {"flow", K::integer, "any", 0, 0xffffff, {"any"}},
  };
  const auto add = [&](const auto& kinds) {
    for (const auto* kind : kinds) {
      for (const fabric::Parameter& p : kind->parameters) all.push_back(spec_of(p));
    }
  };
  add(fabric::trigger_kinds());
  add(fabric::effect_kinds());
  return all;
}

template <class Kind>
std::vector<std::string> keys_of(const std::vector<const Kind*>& kinds, const std::string& name) {
  std::vector<std::string> mine;
  for (const Kind* kind : kinds) {
    if (kind->name != name) continue;
    for (const fabric::Parameter& p : kind->parameters) mine.emplace_back(p.name);
  }
  return mine;
}

}  // namespace

std::optional<FaultKey> fault_key(const std::string& name) {
  if (name.rfind(prefix, 0) != 0) return std::nullopt;
  const auto dot = name.find('.', prefix.size());
  if (dot == std::string::npos || dot == prefix.size()) return std::nullopt;
  return FaultKey{name.substr(prefix.size(), dot - prefix.size()), name.substr(dot + 1)};
}

const std::vector<KeySpec>& fault_keys() {
  static const std::vector<KeySpec> all = fault_key_table();
  return all;
}

std::vector<std::string> keys_of_trigger(const std::string& trigger) {
  if (trigger == "exact") return {"psn", "sequence", "numbering", "transmission", "qp", "flow"};
  return keys_of(fabric::trigger_kinds(), trigger);
}

std::vector<std::string> keys_of_effect(const std::string& effect) { return keys_of(fabric::effect_kinds(), effect); }

}  // namespace rocelab::scenarios
