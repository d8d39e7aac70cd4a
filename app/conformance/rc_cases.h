#pragma once
#include <nlohmann/json.hpp>
#include <vector>

#include "app/conformance/outcome.h"

namespace rocelab::app {

/// A document of transport cases says so: "format" is "rc-cases/1".
bool is_rc_cases(const nlohmann::json& document);

/// Replays every case of a document in its order against a fresh device each, the ideal NIC with its verbs. A failed
/// one names the step, the field, what was wanted and what came; a case that requires what the device has not is
/// skipped; a malformed one fails. std::runtime_error when the document has no list of cases.
std::vector<CaseOutcome> run_rc_cases(const nlohmann::json& document);

}  // namespace rocelab::app
