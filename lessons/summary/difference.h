#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lessons/words/language.h"

namespace rocelab::lessons {

/// One row in which two runs differ. A cell is "–" where that run has no such row.
struct DifferentRow {
  std::string row, a, b;
};

/// Where two runs (summary.json) differ, part by part.
struct Difference {
  std::vector<DifferentRow> settings;  // scenario, seed and keys
  std::vector<DifferentRow> table;     // rows of the comparison table, lane by lane, in words
  std::vector<DifferentRow> claims;    // what they measured and whether they hold
  std::vector<DifferentRow> further;   // every other value of the document, by its dotted path

  bool none() const { return settings.empty() && table.empty() && claims.empty() && further.empty(); }
};

/// Compares two documents of schema 1. Throws nlohmann::json::exception where one is not of its form.
Difference difference(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b, Language);

}  // namespace rocelab::lessons
