#include "scenarios/config/fault_settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "scenarios/config/fault_keys.h"
#include "scenarios/config/nearest.h"
#include "scenarios/config/values.h"
#include "scenarios/input_error.h"

namespace rocelab::scenarios {
namespace {

using fabric::Frames;
using Link = FaultSettings::Link;

bool among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// One fault as somebody wrote it.
class FaultReader {
 public:
  FaultReader(const Config& config, const std::string& lane, const std::string& fault)
      : config_(config), lane_(lane), fault_(fault), prefix_("network.faults." + fault + ".") {}

  std::string text(const std::string& key) const { return config_.get(lane_, prefix_ + key); }
  const Config::Written* written(const std::string& key) const { return config_.written(lane_, prefix_ + key); }

  /// A fault that lacks it was most likely made by a misspelt name.
  void need(const std::string& key) const {
    if (written(key)) return;
    const Config::Written* any = nullptr;
    for (const KeySpec& spec : fault_keys()) any = any ? any : written(spec.name);
    auto others = config_.faults(lane_);
    others.erase(std::remove(others.begin(), others.end(), fault_), others.end());
    throw InputError(fmt::format("{}: network.faults.{}: has no {}; allowed is {}{}", any->where, fault_, key,
                                 find_key(prefix_ + key)->allowed(), did_you_mean(fault_, others)));
  }

  /// Keys of other triggers and effects may stand in the file where the user has chosen another one since.
  void refuse_foreign() const {
    refuse_foreign("trigger", fabric::trigger_kinds(), keys_of_trigger);
    refuse_foreign("effect", fabric::effect_kinds(), keys_of_effect);
  }

 private:
  template <class Kinds>
  void refuse_foreign(const std::string& part, const Kinds& kinds,
                      std::vector<std::string> (*keys_of)(const std::string&)) const {
    const auto mine = keys_of(text(part));
    for (const auto* kind : kinds) {
      for (const std::string& key : keys_of(std::string(kind->name))) {
        const auto* value = written(key);
        if (!value || among(mine, key) || (written(part)->by_user && !value->by_user)) continue;
        throw InputError(fmt::format("{}: {}{}: {} '{}' does not take it; allowed is {}", value->where, prefix_, key,
                                     part, text(part),
                                     mine.empty() ? "nothing" : fmt::format("{}", fmt::join(mine, ", "))));
      }
    }
  }

  const Config& config_;
  const std::string& lane_;
  const std::string& fault_;
  std::string prefix_;
};

double number_of(const KeySpec& spec, const std::string& text) {
  if (spec.kind == KeySpec::Kind::time) return static_cast<double>(parse_time(text));
  if (spec.kind == KeySpec::Kind::boolean) return parse_bool(text) ? 1 : 0;
  return parse_number(text);
}

void add_hits(fabric::FaultSpec& spec, const FaultReader& fault, const char* key, fabric::Sequence::Of of) {
  for (const std::uint64_t number : parse_numbers(fault.text(key))) {
    fabric::Hit hit{static_cast<std::uint32_t>(number)};
    hit.of = of;
    hit.transmission = static_cast<unsigned>(parse_integer(fault.text("transmission")));
    if (const auto qp = fault.text("qp"); qp != "any") hit.qpn = Qpn{static_cast<std::uint32_t>(parse_integer(qp))};
    if (const auto flow = fault.text("flow"); flow != "any") {
      hit.flow = FlowId{static_cast<std::uint32_t>(parse_integer(flow))};
    }
    spec.hits.push_back(hit);
  }
}

Frames frames_of(const std::string& word) {
  if (word == "all") return Frames::all;
  if (word == "acks") return Frames::acks;
  return word == "naks" ? Frames::naks : Frames::data;
}

Link link_of(const std::string& word) {
  if (word == "receiver") return Link::receiver;
  if (word == "local") return Link::local;
  if (word == "peer") return Link::peer;
  if (word == "all") return Link::all;
  return word == "sender" ? Link::sender : Link::named;
}

FaultSettings settings_of(const FaultReader& fault, const std::string& name) {
  fault.need("trigger");
  fault.need("effect");
  fault.refuse_foreign();
  FaultSettings s{{name, fault.text("trigger"), fault.text("effect")}, true, true, link_of(fault.text("link")), {}};
  if (s.link == Link::named) s.cable = fault.text("link");
  s.local_to_peer = fault.text("direction") != "peer_to_local";
  s.peer_to_local = fault.text("direction") != "local_to_peer";
  s.spec.frames = frames_of(fault.text("frames"));
  s.spec.spares_nak_resend = fault.text("spares") == "nak_resend";
  auto parameters = keys_of_effect(s.spec.effect);
  if (s.spec.trigger == "exact") {
    s.spec.relative = fault.text("numbering") == "relative";
    add_hits(s.spec, fault, "psn", fabric::Sequence::Of::rc);
    add_hits(s.spec, fault, "sequence", fabric::Sequence::Of::tcp);
  } else {
    const auto more = keys_of_trigger(s.spec.trigger);
    parameters.insert(parameters.end(), more.begin(), more.end());
  }
  for (const KeySpec& key : fault_keys()) {
    if (among(parameters, key.name)) s.spec.numbers[key.name] = number_of(key, fault.text(key.name));
  }
  return s;
}

}  // namespace

bool FaultSettings::acts_on(bool local_end, bool to_peer) const {
  if (!(to_peer ? local_to_peer : peer_to_local)) return false;
  switch (link) {
    case Link::sender:
      return local_end == to_peer;
    case Link::receiver:
      return local_end != to_peer;
    case Link::local:
      return local_end;
    case Link::peer:
      return !local_end;
    case Link::all:
      return true;
    case Link::named:
      return false;
  }
  return false;
}

std::vector<FaultSettings> resolve_faults(const Config& config, const std::string& lane) {
  std::vector<FaultSettings> all;
  for (const std::string& name : config.faults(lane)) {
    FaultSettings settings = settings_of(FaultReader(config, lane, name), name);
    if (parse_bool(config.get(lane, "network.faults." + name + ".on"))) all.push_back(std::move(settings));
  }
  return all;
}

}  // namespace rocelab::scenarios
