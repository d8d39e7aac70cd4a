#include "app/run/judgement.h"

#include <algorithm>

#include "app/exit_status.h"
#include "app/forked.h"
#include "lessons/summary/json.h"
#include "scenarios/config/settings.h"
#include "scenarios/input_error.h"

namespace rocelab::app {

using Json = nlohmann::ordered_json;

lessons::Runs runs_beside(const Prepared& prepared, const lessons::NamedRuns& named, RetainedRuns& retained_runs,
                          Progress& progress) {
  lessons::Runs runs;
  for (const auto& [name, settings] : named) {
    Prepared other = prepared;
    for (const auto& [key, value] : settings) other.scenario.config.set(key, value, "run " + name);
    if (settings.count("message.size")) other.payload.reset();
    try {
      for (const std::string& lane : other.scenario.config.lanes()) scenarios::resolve(other.scenario.config, lane);
    } catch (const scenarios::InputError& error) {
      throw scenarios::InputError("the run '" + name + "' beside it: " + error.what());
    }
    const Retained retained = retained_runs.of(other);
    progress.now("run beside: " + name);
    runs[name] = Json::parse(forked([&] {
      scenarios::RunContext context = other.context();
      scenarios::Result result = scenarios::run(other.scenario, context);
      put(retained, result);
      return lessons::facts_of(result).dump();
    }));
  }
  return runs;
}

Json judged(const scenarios::Result& result, const lessons::ClaimSet& set, lessons::Runs beside) {
  beside["run"] = lessons::facts_of(result);
  const auto verdicts = lessons::judge(set.claims, beside, result.overridden);
  return lessons::with_claims(std::move(beside["run"]), verdicts);
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
