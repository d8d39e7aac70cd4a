#include "lessons/course/measured.h"

#include <algorithm>

#include "lessons/claims/tokens.h"
#include "scenarios/input_error.h"

namespace rocelab::lessons {

ClaimPlace claim_called(const std::string& id) {
  for (const ClaimSet& set : all_claims()) {
    for (const Claim& claim : set.claims) {
      if (claim.id == id) return {&set, &claim};
    }
  }
  throw scenarios::InputError("no claim is called '" + id + "'");
}

std::string scenario_of(const ClaimPlace& place, const Lesson& lesson) {
  const auto& scenarios = place.set->scenarios;
  for (const auto& [name, run] : lesson.runs) {
    if (std::find(scenarios.begin(), scenarios.end(), run.scenario) != scenarios.end()) return run.scenario;
  }
  return scenarios.front();
}

NamedRuns runs_of(const ClaimPlace& place) {
  std::vector<std::string> expressions = place.claim->bounds;
  expressions.push_back(place.claim->measure);
  NamedRuns wanted;
  for (const std::string& expression : expressions) {
    for (const Token& token : tokens_of(expression)) {
      const auto run = place.set->runs.find(token.text);
      if (token.kind == Token::Kind::name && run != place.set->runs.end()) wanted.insert(*run);
    }
  }
  return wanted;
}

bool Measured::all_hold() const {
  return std::none_of(verdicts.begin(), verdicts.end(), [](const auto& v) { return v.second.holds == false; });
}

}  // namespace rocelab::lessons
