#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/run/facts_of_runs.h"
#include "lessons/claims/claim.h"

namespace rocelab::app {

/// Verdicts counted; those that do not apply are in neither.
struct Count {
  unsigned passed = 0, failed = 0;

  Count& operator+=(const Count& more) {
    passed += more.passed;
    failed += more.failed;
    return *this;
  }
};

/// What stands in place of a claim for a lane that delivered something else than was sent.
constexpr const char* damaged_says = "the payload arrived, but not as it was sent";

/// One scenario, run and judged.
struct Checked {
  nlohmann::ordered_json summary;  // summary.json

  /// Lanes that delivered, but not what was sent: each counts as a failure.
  std::vector<std::string> damaged_lanes() const;
  Count count() const;
};

/// Reads files of claims, which have the form of lessons/claims/*.toml. Their `scenarios` may be written as on the
/// command line; without any, the claims are made of every scenario that is checked. Throws InputError, also for a file
/// that speaks of none of `checked`, and FileError.
std::vector<lessons::ClaimSet> own_claims(const std::vector<std::string>& files, const std::vector<Prepared>& checked);

/// Runs scenarios with the runs beside them that claims name, each once, and judges: the built-in claims first, then
/// those of `own`.
class Checks {
 public:
  explicit Checks(const std::vector<lessons::ClaimSet>& own);

  Checked of(const Prepared&);

 private:
  const std::vector<lessons::ClaimSet>& own_;
  Progress progress_;
  RetainedRuns retained_runs_;
  FactsOfRuns facts_;
};

/// { "schema": 1, "passed", "failed", "scenarios": [ {"scenario", "seed", "passed", "failed", "damaged_lanes",
/// "claims": as in summary.json} ] }
nlohmann::ordered_json as_json(const std::vector<Checked>&);

}  // namespace rocelab::app
