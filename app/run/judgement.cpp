#include "app/run/judgement.h"

#include <algorithm>

#include "app/exit_status.h"
#include "app/run/facts_of_runs.h"
#include "lessons/summary/json.h"

namespace rocelab::app {

using Json = nlohmann::ordered_json;

Beside run_beside(const Prepared& prepared, const lessons::NamedRuns& named, RetainedRuns& retained_runs,
                  Progress& progress) {
  Beside beside{retained_runs.of(prepared), {}};
  FactsOfRuns facts(retained_runs, progress);
  for (const auto& [name, settings] : named) {
    beside.runs[name] = facts.of(changed(prepared, name, settings), "run beside: " + name);
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
