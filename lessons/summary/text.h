#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lessons/words/language.h"

namespace rocelab::lessons {

/// summary.txt: the comparison table, the stages, the moments with their letters and the claims, for people.
/// A view of summary.json (with_claims()): the two cannot differ.
std::string summary_text(const nlohmann::ordered_json& summary, Language);

/// A claim's verdict as `check` and the summary show it: PASS, FAIL or N/A, id, expected, measured, the sentence.
std::vector<std::string> verdict_cells(const nlohmann::ordered_json& claim, Language);

}  // namespace rocelab::lessons
