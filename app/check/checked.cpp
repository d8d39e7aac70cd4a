#include "app/check/checked.h"

#include <algorithm>

#include "app/files.h"
#include "lessons/summary/json.h"
#include "scenarios/input_error.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::ordered_json;

bool speaks_of(const lessons::ClaimSet& set, const std::string& scenario) {
  return std::find(set.scenarios.begin(), set.scenarios.end(), scenario) != set.scenarios.end();
}

}  // namespace

std::vector<std::string> Checked::damaged_lanes() const {
  std::vector<std::string> names;
  for (const auto& [name, lane] : summary["lanes"].items()) {
    if (lane["status"] == "delivered" && lane["payload_intact"] == false) names.push_back(name);
  }
  return names;
}

Count Checked::count() const {
  Count count;
  for (const Json& claim : summary["claims"]) {
    if (!claim["holds"].is_null()) ++(claim["holds"] == true ? count.passed : count.failed);
  }
  count.failed += static_cast<unsigned>(damaged_lanes().size());
  return count;
}

std::vector<lessons::ClaimSet> own_claims(const std::vector<std::string>& files, const std::vector<Prepared>& checked) {
  std::vector<lessons::ClaimSet> sets;
  for (const std::string& file : files) {
    lessons::ClaimSet set = lessons::read_claims(read_text(file), file);
    if (set.claims.empty()) throw scenarios::InputError(file + ": holds no claim; write each as [[claim]]");
    for (std::string& name : set.scenarios) name = scenarios::load(name).id;
    if (set.scenarios.empty()) {
      for (const Prepared& p : checked) set.scenarios.push_back(p.scenario.id);
    }
    if (std::none_of(checked.begin(), checked.end(),
                     [&](const Prepared& p) { return speaks_of(set, p.scenario.id); })) {
      throw scenarios::InputError(file + ": its 'scenarios' name none of those that are checked");
    }
    // A run whose settings are wrong is refused before anything runs.
    for (const Prepared& p : checked) {
      if (!speaks_of(set, p.scenario.id)) continue;
      for (const auto& [name, settings] : set.runs) changed(p, name, settings);
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

Checks::Checks(const std::vector<lessons::ClaimSet>& own)
    : own_(own), retained_runs_(progress_), facts_(retained_runs_, progress_) {}

Checked Checks::of(const Prepared& prepared) {
  const std::string& id = prepared.scenario.id;
  const Json& facts = facts_.of(prepared, id);
  const lessons::ClaimSet built_in = lessons::claims_of(id);
  std::vector<const lessons::ClaimSet*> sets{&built_in};
  for (const lessons::ClaimSet& set : own_) {
    if (speaks_of(set, id)) sets.push_back(&set);
  }
  std::vector<lessons::Verdict> verdicts;
  for (const lessons::ClaimSet* set : sets) {
    lessons::Runs runs{{"run", facts}};
    for (const auto& [name, settings] : set->runs) {
      runs[name] = facts_.of(changed(prepared, name, settings), id + ": " + name);
    }
    for (lessons::Verdict& v : lessons::judge(set->claims, runs, prepared.scenario.config.overridden())) {
      verdicts.push_back(std::move(v));
    }
  }
  return {lessons::with_claims(facts, verdicts)};
}

Json as_json(const std::vector<Checked>& all) {
  Count total;
  Json scenarios = Json::array();
  for (const Checked& checked : all) {
    const Count count = checked.count();
    total += count;
    scenarios.push_back({{"scenario", checked.summary["scenario"]},
                         {"seed", checked.summary["seed"]},
                         {"passed", count.passed},
                         {"failed", count.failed},
                         {"damaged_lanes", checked.damaged_lanes()},
                         {"claims", checked.summary["claims"]}});
  }
  return {{"schema", 1}, {"passed", total.passed}, {"failed", total.failed}, {"scenarios", std::move(scenarios)}};
}

}  // namespace rocelab::app
