#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>

#include "lessons/claims/claim.h"
#include "scenarios/input_error.h"

namespace rocelab::lessons {

namespace data {
extern const std::string_view lesson1, lesson2, lesson5;
}

namespace {

using scenarios::InputError;

/// The string members of a file of claims, with refusals that say where.
class Reader {
 public:
  Reader(std::string name) : name_(std::move(name)) {}

  [[noreturn]] void refuse(const toml::node& at, const std::string& why) const {
    throw InputError(fmt::format("{}:{}: {}", name_, at.source().begin.line, why));
  }

  std::string text(const toml::table& table, const char* key) const {
    const auto value = table[key].value<std::string>();
    if (!value) refuse(table, fmt::format("'{}' is missing, a text", key));
    return *value;
  }

  std::vector<std::string> texts(const toml::table& table, const char* key) const {
    std::vector<std::string> all;
    const toml::array* array = table[key].as_array();
    if (!array) return all;
    for (const toml::node& node : *array) {
      const auto value = node.value<std::string>();
      if (!value) refuse(node, fmt::format("'{}' holds texts only", key));
      all.push_back(*value);
    }
    return all;
  }

  void only(const toml::table& table, std::initializer_list<std::string_view> known) const {
    for (const auto& [key, node] : table) {
      if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
        refuse(node, fmt::format("unknown key '{}'; allowed are {}", key.str(), fmt::join(known, ", ")));
      }
    }
  }

 private:
  std::string name_;
};

/// "== 2" → relation and bound; "within 1.9 .. 2.1" → relation and two bounds.
void read_expectation(Claim& claim, const std::string& expect, const Reader& reader, const toml::node& at) {
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
Claim read_claim(const toml::table& table, const toml::table& file, const Reader& reader) {
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
  const Reader reader(name);
  toml::table file;
  try {
    file = toml::parse(toml);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", name, error.source().begin.line, error.description()));
  }
  reader.only(file, {"lesson", "scenarios", "keys", "applies", "runs", "claim"});
  ClaimSet set;
  set.scenarios = reader.texts(file, "scenarios");
  if (const toml::table* runs = file["runs"].as_table()) {
    for (const auto& [run, settings] : *runs) {
      if (!settings.is_table()) reader.refuse(settings, "a run is a table of keys and values");
      for (const auto& [key, node] : *settings.as_table()) {
        const auto value = node.value<std::string>();
        if (!value) reader.refuse(node, "values of a run are texts, as --set takes them");
        set.runs[std::string(run.str())][std::string(key.str())] = *value;
      }
    }
  }
  if (const toml::array* claims = file["claim"].as_array()) {
    for (const toml::node& node : *claims) {
      if (!node.is_table()) reader.refuse(node, "write claims as [[claim]]");
      set.claims.push_back(read_claim(*node.as_table(), file, reader));
    }
  }
  return set;
}

const std::vector<ClaimSet>& all_claims() {
  static const std::vector<ClaimSet> sets{
      read_claims(data::lesson1, "lesson1.toml"),
      read_claims(data::lesson2, "lesson2.toml"),
      read_claims(data::lesson5, "lesson5.toml"),
  };
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
