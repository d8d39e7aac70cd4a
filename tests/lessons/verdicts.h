#pragma once
#include <map>
#include <optional>
#include <string>

#include "lessons/claims/claim.h"
#include "lessons/summary/json.h"

namespace rocelab::test {

/// Results by the names that claims have for their runs.
using Results = std::map<std::string, scenarios::Result>;
/// By the claim's id; no value: n/a.
using Verdicts = std::map<std::string, std::optional<bool>>;

/// What the claims of a scenario say of summaries built by hand, or of results.
inline Verdicts verdicts(const std::string& scenario, const lessons::Runs& runs,
                         const std::vector<std::string>& overridden = {}) {
  const lessons::ClaimSet set = lessons::claims_of(scenario);
  Verdicts by_id;
  for (const lessons::Verdict& v : judge(set.claims, runs, overridden)) by_id[v.claim->id] = v.holds;
  return by_id;
}
inline Verdicts verdicts(const std::string& scenario, const Results& results) {
  lessons::Runs runs;
  for (const auto& [name, result] : results) runs[name] = lessons::facts_of(result);
  return verdicts(scenario, runs, results.at("run").overridden);
}

}  // namespace rocelab::test
