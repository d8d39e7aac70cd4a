#pragma once
#include <nlohmann/json.hpp>

#include "app/run/request.h"
#include "app/run/retained.h"
#include "lessons/claims/claim.h"
#include "scenarios/result.h"

namespace rocelab::app {

/// The runs that claims compare the scenario's own with, each in a process of its own. `run` is not among them.
lessons::Runs runs_beside(const Prepared&, const lessons::NamedRuns&, RetainedRuns&, Progress&);

/// summary.json of a result: its facts and what they say to the claims.
nlohmann::ordered_json judged(const scenarios::Result&, const lessons::ClaimSet&, lessons::Runs beside);

/// `refuted` if a claim fails or a delivered payload is not what was sent, else `done`.
int status_of(const nlohmann::ordered_json& summary);

}  // namespace rocelab::app
