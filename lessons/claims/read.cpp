#include <toml++/toml.h>
#include <algorithm>

#include "lessons/claims/claim.h"
#include "lessons/toml_reader.h"

namespace rocelab::lessons {

namespace data {
extern const std::vector<std::pair<std::string_view, std::string_view>> claims;  // file name, text
}

namespace {

/// "== 2" → relation and bound; "within 1.9 .. 2.1" → relation and two bounds.
void read_expectation(Claim& claim, const std::string& expect, const TomlReader& reader, const toml::node& at) {
  for (const char* relation : {"==", "!=", "<=", ">=", "<", ">", "within"}) {
    if (expect.rfind(relation, 0) != 0) continue;
    claim.relation = relation;
    const std::string rest = expect.substr(claim.relation.size());
    const auto dots = rest.find(" .. ");
    if ((claim.relation == "within") != (dots != std::string::npos)) break;
    claim.bounds = {rest.substr(0, dots)};
    if (dots != std::string::npos) claim.bounds.push_back(rest.substr(dots + 4));
    return;
  }
  reader.refuse(at, "expect is '== x', '!= x', '< x', '<= x', '> x', '>= x' or 'within a .. b', not '" + expect + "'");
}

/// `file` has the lesson, and the keys and the condition of claims that have none of their own.
Claim read_claim(const toml::table& table, const toml::table& file, const TomlReader& reader) {
  reader.only(table, {"id", "measure", "unit", "expect", "keys", "applies", "zh", "en"});
  Claim claim;
  claim.lesson = file["lesson"].value_or(0);
  claim.id = reader.text(table, "id");
  claim.text = {reader.text(table, "zh"), reader.text(table, "en")};
  claim.measure = reader.text(table, "measure");
  claim.keys = reader.texts(table.contains("keys") ? table : file, "keys");
  claim.unit = table["unit"].value_or(claim.unit);
  claim.applies = table["applies"].value_or(file["applies"].value_or(claim.applies));
  read_expectation(claim, reader.text(table, "expect"), reader, table);
  return claim;
}

}  // namespace

ClaimSet read_claims(std::string_view toml, const std::string& name) {
  const TomlReader reader(name);
  const toml::table file = reader.parsed(toml);
  reader.only(file, {"lesson", "scenarios", "keys", "applies", "runs", "claim"});
  ClaimSet set;
  set.scenarios = reader.texts(file, "scenarios");
  if (const toml::table* runs = file["runs"].as_table()) {
    for (const auto& [run, settings] : *runs) {
      if (!settings.is_table()) reader.refuse(settings, "a run is a table of keys and values");
      set.runs[std::string(run.str())] = reader.settings(*settings.as_table());
    }
  }
  for (const toml::table* claim : reader.tables(file, "claim")) set.claims.push_back(read_claim(*claim, file, reader));
  return set;
}

const std::vector<ClaimSet>& all_claims() {
  static const std::vector<ClaimSet> sets = [] {
    std::vector<ClaimSet> read;
    for (const auto& [file, text] : data::claims) read.push_back(read_claims(text, std::string(file)));
    return read;
  }();
  return sets;
}

ClaimSet claims_of(const std::string& scenario) {
  ClaimSet mine;
  for (const ClaimSet& set : all_claims()) {
    if (std::find(set.scenarios.begin(), set.scenarios.end(), scenario) == set.scenarios.end()) continue;
    mine.runs.insert(set.runs.begin(), set.runs.end());
    mine.claims.insert(mine.claims.end(), set.claims.begin(), set.claims.end());
  }
  return mine;
}

}  // namespace rocelab::lessons
