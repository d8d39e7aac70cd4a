#include "lessons/summary/difference.h"

#include <map>

#include "lessons/summary/rows.h"
#include "lessons/summary/shown.h"

namespace rocelab::lessons {
namespace {

using Json = nlohmann::ordered_json;

/// Rows of one run, in its order: name → what stands there.
using Cells = std::vector<std::pair<std::string, std::string>>;

/// Every value beneath `value`, by its dotted path.
void flatten(const Json& value, const std::string& path, Cells& out) {
  if (!value.is_structured() || value.empty()) {
    out.emplace_back(path, value.is_string() ? value.get<std::string>() : value.dump());
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) flatten(value[i], path + '[' + std::to_string(i) + ']', out);
  } else {
    for (const auto& [name, inner] : value.items()) flatten(inner, path.empty() ? name : path + '.' + name, out);
  }
}

Cells settings(const Json& summary) {
  Cells cells{{"scenario", summary.at("scenario")}, {"seed", summary.at("seed").dump()}};
  flatten(summary.at("config"), "", cells);
  return cells;
}

Cells table(const Json& summary, Language language) {
  const auto rows = comparison(summary, language);
  Cells cells;
  for (std::size_t row = 1; row < rows.size(); ++row) {
    for (std::size_t lane = 1; lane < rows[row].size(); ++lane) {
      cells.emplace_back(rows[0][lane] + ": " + rows[row][0], rows[row][lane]);
    }
  }
  return cells;
}

std::string verdict(const Json& holds) { return holds.is_null() ? "N/A" : holds == true ? "PASS" : "FAIL"; }

Cells claims(const Json& summary) {
  Cells cells;
  for (const Json& claim : summary.at("claims")) {
    cells.emplace_back(claim.at("id"), verdict(claim.at("holds")) + ' ' + shown(claim.at("measured")));
  }
  return cells;
}

/// What the other three do not show.
Cells further(Json summary) {
  for (const char* shown_elsewhere : {"scenario", "seed", "config", "claims", "title", "question"}) {
    summary.erase(shown_elsewhere);
  }
  Cells cells;
  flatten(summary, "", cells);
  return cells;
}

/// Rows of `a` in their order, then those that only `b` has.
std::vector<DifferentRow> different(const Cells& a, const Cells& b) {
  constexpr const char* nothing = "–";
  const std::map<std::string, std::string> in_a(a.begin(), a.end()), in_b(b.begin(), b.end());
  std::vector<DifferentRow> rows;
  for (const auto& [row, value] : a) {
    const auto other = in_b.find(row);
    if (other == in_b.end() || other->second != value) {
      rows.push_back({row, value, other == in_b.end() ? nothing : other->second});
    }
  }
  for (const auto& [row, value] : b) {
    if (!in_a.count(row)) rows.push_back({row, nothing, value});
  }
  return rows;
}

}  // namespace

Difference difference(const Json& a, const Json& b, Language language) {
  return {different(settings(a), settings(b)), different(table(a, language), table(b, language)),
          different(claims(a), claims(b)), different(further(a), further(b))};
}

}  // namespace rocelab::lessons
