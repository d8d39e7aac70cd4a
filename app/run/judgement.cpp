#include "app/run/judgement.h"

#include <algorithm>

#include "app/exit_status.h"
#include "app/forked.h"
#include "lessons/summary/json.h"
#include "scenarios/config/settings.h"
#include "scenarios/input_error.h"

namespace rocelab::app {

using Json = nlohmann::ordered_json;

namespace {

/// The scenario with the settings of a named run.
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

}  // namespace

Beside run_beside(const Prepared& prepared, const lessons::NamedRuns& named, RetainedRuns& retained_runs,
                  Progress& progress) {
  Beside beside{retained_runs.of(prepared), {}};
  for (const auto& [name, settings] : named) {
    const Prepared other = changed(prepared, name, settings);
    const Retained retained = retained_runs.of(other);
    progress.now("run beside: " + name);
    beside.runs[name] = Json::parse(forked([&] {
      scenarios::RunContext context = other.context();
      scenarios::Result result = scenarios::run(other.scenario, context);
      put(retained, result);
      return lessons::facts_of(result).dump();
    }));
  }
  return beside;
}

Json judged(scenarios::Result result, const lessons::ClaimSet& set, Beside beside) {
  put(beside.retained, result);
  beside.runs["run"] = lessons::facts_of(result);
  const auto verdicts = lessons::judge(set.claims, beside.runs, result.overridden);
  return lessons::with_claims(std::move(beside.runs["run"]), verdicts);
}

int status_of(const Json& summary) {
  const Json& claims = summary["claims"];
  const Json& lanes = summary["lanes"];
  const bool all_hold = std::none_of(claims.begin(), claims.end(), [](const Json& c) { return c["holds"] == false; });
  const bool all_intact = std::none_of(lanes.begin(), lanes.end(), [](const Json& l) {
    return l["status"] == "delivered" && l["payload_intact"] == false;
  });
  return all_hold && all_intact ? done : refuted;
}

}  // namespace rocelab::app
