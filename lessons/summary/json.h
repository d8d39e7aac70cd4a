#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lessons/claims/claim.h"
#include "scenarios/result.h"

namespace rocelab::lessons {

/// summary.json, schema 1, without its claims: what expressions of claims speak of.
nlohmann::ordered_json facts_of(const scenarios::Result&);

/// facts_of() with the verdicts: all of summary.json.
nlohmann::ordered_json with_claims(nlohmann::ordered_json facts, const std::vector<Verdict>&);

/// The document as text. Numbers under a name that ends in _ns (or is "ns") carry three decimals: the model counts
/// picoseconds.
std::string print(const nlohmann::ordered_json&);

}  // namespace rocelab::lessons
