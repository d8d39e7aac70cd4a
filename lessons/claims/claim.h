#pragma once
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/claims/expression.h"
#include "lessons/words/language.h"

namespace rocelab::lessons {

/// A sentence of a lesson that a run can prove or refute. Data: see lessons/claims/*.toml.
struct Claim {
  std::string id;
  int lesson = 0;
  Text text;                        // with references to values in braces (said.h)
  std::string measure;              // expression: what was measured
  std::string relation;             // == != < <= > >= within
  std::vector<std::string> bounds;  // expressions: one, or two for `within`
  /// The scenario's keys that it depends on; "lanes.*.KEY": only if set for one lane; "GROUP.*": whatever begins so.
  std::vector<std::string> keys;
  std::string unit;               // of what is measured, shown behind it; may be empty
  std::string applies = "false";  // where one of them was overridden: does the claim apply all the same?
};

/// The same scenario with a few keys changed, run beside it so that a claim can compare.
using NamedRuns = std::map<std::string, std::map<std::string, std::string>>;  // name → key → value

/// Claims of one file with the runs they speak of. `run` itself is the scenario's own.
struct ClaimSet {
  std::vector<std::string> scenarios;
  NamedRuns runs;
  std::vector<Claim> claims;
};

/// Reads a file of claims. `name` begins the message of a refusal (scenarios::InputError).
ClaimSet read_claims(std::string_view toml, const std::string& name);

/// Everything claimed of a scenario by the claims that the program carries.
ClaimSet claims_of(const std::string& scenario);
/// All built-in sets, in order of the lessons.
const std::vector<ClaimSet>& all_claims();

struct Verdict {
  const Claim* claim;
  std::string expected;             // "= 2", "< 8250.120 ns"
  nlohmann::ordered_json measured;  // what `measure` gave, or why it gave nothing
  std::optional<bool> holds;        // nothing: not applicable
  Text text = {};                   // the claim's, its values filled in
};

/// Judges `claims` (which must outlive the verdicts). `overridden` lists the keys that the user set.
std::vector<Verdict> judge(const std::vector<Claim>& claims, const Runs& runs,
                           const std::vector<std::string>& overridden);

}  // namespace rocelab::lessons
