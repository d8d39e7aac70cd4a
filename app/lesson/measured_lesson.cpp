#include "app/lesson/measured_lesson.h"

#include "app/run/facts_of_runs.h"
#include "app/run/request.h"

namespace rocelab::app {
namespace {

Prepared scenario_called(const std::string& name) {
  RunRequest request;
  request.scenario = name;
  return prepare(request);
}

lessons::Verdict judged(const lessons::ClaimPlace& place, const std::string& scenario, FactsOfRuns& facts) {
  const Prepared own = scenario_called(scenario);
  lessons::Runs runs{{"run", facts.of(own, scenario)}};
  for (const auto& [name, settings] : lessons::runs_of(place)) {
    runs[name] = facts.of(changed(own, name, settings), scenario + ": " + name);
  }
  // A copy of the claim would not outlive the verdict.
  lessons::Verdict verdict = lessons::judge({*place.claim}, runs, {}).front();
  verdict.claim = place.claim;
  return verdict;
}

}  // namespace

lessons::Measured measured(const lessons::Lesson& lesson) {
  Progress progress;
  RetainedRuns retained_runs(progress);
  FactsOfRuns facts(retained_runs, progress);
  lessons::Measured out;
  for (const auto& [name, run] : lesson.runs) {
    out.runs[name] = facts.of(changed(scenario_called(run.scenario), name, run.settings), run.scenario + ": " + name);
  }
  for (const std::string& id : lesson.claims()) {
    const lessons::ClaimPlace place = lessons::claim_called(id);
    out.verdicts[id] = judged(place, lessons::scenario_of(place, lesson), facts);
  }
  return out;
}

}  // namespace rocelab::app
