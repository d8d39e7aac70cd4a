#pragma once
#include <map>
#include <optional>
#include <string>

#include "lessons/claims/claim.h"
#include "lessons/summary/json.h"

namespace rocelab::test {

/// Results by the names that claims have for their runs.
using Results = std::map<std::string, scenarios::Result>;

/// What the claims of a scenario say of results built by hand; no value: n/a.
inline std::map<std::string, std::optional<bool>> verdicts(const std::string& scenario, const Results& results) {
  lessons::Runs runs;
  for (const auto& [name, result] : results) runs[name] = lessons::facts_of(result);
  const lessons::ClaimSet set = lessons::claims_of(scenario);
  std::map<std::string, std::optional<bool>> by_id;
  for (const lessons::Verdict& v : judge(set.claims, runs, results.at("run").overridden)) by_id[v.claim->id] = v.holds;
  return by_id;
}

}  // namespace rocelab::test
