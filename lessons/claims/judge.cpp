#include <fmt/format.h>

#include <algorithm>

#include "lessons/claims/claim.h"
#include "lessons/claims/said.h"
#include "lessons/summary/shown.h"

namespace rocelab::lessons {
namespace {

using Value = nlohmann::ordered_json;

bool ends_with(const std::string& text, const std::string& tail) {
  return text.size() > tail.size() && text.compare(text.size() - tail.size(), tail.size(), tail) == 0;
}

/// "lanes.rdma.network.rate" → "network.rate".
std::string without_lane(const std::string& key) {
  return key.rfind("lanes.", 0) == 0 ? key.substr(key.find('.', 6) + 1) : key;
}

/// Is a key that the user set one that the claim depends on? "network.rate" stands for the common key and every
/// lane's own, "lanes.*.network.rate" for a lane's own alone, "pcie.*" for all keys that begin so.
bool depends_on(const Claim& claim, const std::string& overridden) {
  const std::string one_lane = "lanes.*.";
  const std::string bare = without_lane(overridden);
  return std::any_of(claim.keys.begin(), claim.keys.end(), [&](const std::string& key) {
    if (key.rfind(one_lane, 0) == 0) return bare != overridden && bare == key.substr(one_lane.size());
    if (ends_with(key, ".*")) return bare.rfind(key.substr(0, key.size() - 1), 0) == 0;
    return bare == key;
  });
}

bool applicable(const Claim& claim, const Runs& runs, const std::vector<std::string>& overridden) {
  const bool touched =
      std::any_of(overridden.begin(), overridden.end(), [&](const std::string& key) { return depends_on(claim, key); });
  return !touched || evaluate(claim.applies, runs) == true;
}

bool related(const Value& measured, const std::string& relation, const std::vector<Value>& bounds) {
  if (relation == "==") return measured == bounds[0];
  if (relation == "!=") return measured != bounds[0];
  for (const Value& bound : bounds) {
    if (!measured.is_number() || !bound.is_number()) return false;
  }
  if (relation == "<") return measured < bounds[0];
  if (relation == "<=") return measured <= bounds[0];
  if (relation == ">") return measured > bounds[0];
  if (relation == ">=") return measured >= bounds[0];
  return bounds[0] <= measured && measured <= bounds[1];
}

Verdict judge(const Claim& claim, const Runs& runs, const std::vector<std::string>& overridden) {
  Verdict verdict{&claim, "", nullptr, std::nullopt, said(claim.text, runs)};
  bool counts = true;
  try {
    counts = applicable(claim, runs, overridden);
    std::vector<Value> bounds;
    for (const std::string& bound : claim.bounds) bounds.push_back(evaluate(bound, runs));
    verdict.expected = claim.relation == "within"
                           ? shown(bounds[0]) + " .. " + shown(bounds[1])
                           : (claim.relation == "==" ? "=" : claim.relation) + " " + shown(bounds[0]);
    if (!claim.unit.empty()) verdict.expected += ' ' + claim.unit;
    verdict.measured = evaluate(claim.measure, runs);
    if (counts) verdict.holds = related(verdict.measured, claim.relation, bounds);
  } catch (const ExpressionError& error) {
    verdict.measured = error.what();
    if (counts) verdict.holds = false;
  }
  return verdict;
}

}  // namespace

std::vector<Verdict> judge(const std::vector<Claim>& claims, const Runs& runs,
                           const std::vector<std::string>& overridden) {
  std::vector<Verdict> verdicts;
  for (const Claim& claim : claims) verdicts.push_back(judge(claim, runs, overridden));
  return verdicts;
}

}  // namespace rocelab::lessons
