#include "app/run/facts_of_runs.h"

#include "app/forked.h"
#include "lessons/summary/json.h"
#include "scenarios/config/settings.h"
#include "scenarios/input_error.h"

namespace rocelab::app {
namespace {

/// Everything that a run depends on, and what its summary says about where it came from.
std::string settings_of(const Prepared& prepared) {
  std::string text = prepared.scenario.id + '\n';
  for (const auto& [key, value] : prepared.scenario.config.resolved()) text += key + '=' + value + '\n';
  for (const std::string& key : prepared.scenario.config.overridden()) text += key + '\n';
  if (prepared.payload) text.append(prepared.payload->begin(), prepared.payload->end());
  return text;
}

}  // namespace

const nlohmann::ordered_json& FactsOfRuns::of(const Prepared& prepared, const std::string& called) {
  const std::string settings = settings_of(prepared);
  const auto known = known_.find(settings);
  if (known != known_.end()) return known->second;
  const Retained retained = retained_runs_.of(prepared);
  progress_.now(called);
  return known_[settings] = nlohmann::ordered_json::parse(forked([&] {
           scenarios::RunContext context = prepared.context();
           scenarios::Result result = scenarios::run(prepared.scenario, context);
           put(retained, result);
           return lessons::facts_of(result).dump();
         }));
}

Prepared changed(Prepared prepared, const std::string& name, const std::map<std::string, std::string>& settings) {
  scenarios::Config& config = prepared.scenario.config;
  for (const auto& [key, value] : settings) config.set(key, value, "run " + name);
  if (settings.count("message.size")) prepared.payload.reset();
  try {
    scenarios::check_lanes(config);
  } catch (const scenarios::InputError& error) {
    throw scenarios::InputError("the run '" + name + "' beside it: " + error.what());
  }
  return prepared;
}

}  // namespace rocelab::app
