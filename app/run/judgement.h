#pragma once
#include <nlohmann/json.hpp>

#include "app/run/request.h"
#include "app/run/retained.h"
#include "lessons/claims/claim.h"
#include "scenarios/result.h"

namespace rocelab::app {

/// What is run beside a scenario's own run, each in a process of its own.
struct Beside {
  Retained retained;
  lessons::Runs runs;  // those that claims compare with; the scenario's own, `run`, is not among them
};
Beside run_beside(const Prepared&, const lessons::NamedRuns&, RetainedRuns&, Progress&);

/// summary.json of a result: its facts and what they say to the claims.
nlohmann::ordered_json judged(scenarios::Result, const lessons::ClaimSet&, Beside);

/// `refuted` if a claim fails or a delivered payload is not what was sent, else `done`.
int status_of(const nlohmann::ordered_json& summary);

}  // namespace rocelab::app
