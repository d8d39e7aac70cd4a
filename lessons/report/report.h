#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "lessons/words/language.h"
#include "waves/replay/replay.h"

namespace rocelab::lessons {

/// What the page of a run shows, for the viewer in lessons/page: {"summary": all of summary.json, "replay", "table":
/// rows of the comparison in both languages, "words": the page's texts, "language": the one it opens in}.
nlohmann::ordered_json report_facts(const nlohmann::ordered_json& summary, const waves::Replay&, Language);

/// report.html: the viewer and these facts in one file that asks for nothing from outside.
std::string report_page(const nlohmann::ordered_json& summary, const waves::Replay&, Language);

}  // namespace rocelab::lessons
