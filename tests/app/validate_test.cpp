#include "app/validate/validation.h"

#include <toml++/toml.h>

#include <nlohmann/json.hpp>
#include <set>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::test;

namespace {

/// The sheet's published values of a row, one or several.
std::vector<double> published(const toml::table& row) {
  if (const auto one = row["value"].value<double>()) return {*one};
  std::istringstream text(row["value"].value_or<std::string>(""));
  std::vector<double> all;
  for (std::string word; text >> word;)
    if (word != "/") all.push_back(std::stod(word));
  return all;
}

app::ValidationRow row_of_two_percent() {
  app::ValidationRow row;
  row.published = 50;
  row.tolerance_pct = 2;
  return row;
}

}  // namespace

TEST_CASE("validate asks for every validation row of the calibration sheet, with its values and tolerances") {
  const toml::table sheet = toml::parse_file(data_folder() + "/calibration.toml");
  const auto rows = app::validation_rows();
  std::size_t asked = 0;
  for (const toml::node& node : *sheet["validation"].as_array()) {
    const toml::table& known = *node.as_table();
    const std::string id = known["id"].value_or("");
    std::vector<double> values;
    for (const app::ValidationRow& row : rows) {
      if (row.id.substr(0, row.id.find('.')) != id) continue;
      values.push_back(row.published);
      CHECK(row.tolerance_pct == known["tolerance_pct"].value_or(0.0));
      CHECK(row.required == std::set<std::string>{"K1", "K3", "K4", "K5", "K6"}.count(id));
    }
    INFO(id);
    CHECK(values == published(known));
    asked += values.size();
  }
  const auto references =
      std::count_if(rows.begin(), rows.end(), [](const app::ValidationRow& r) { return !r.parameter.empty(); });
  CHECK(asked + static_cast<std::size_t>(references) == rows.size());
}

TEST_CASE("what the sheet refers to of TCP is asked with its value or the docs say why not") {
  const toml::table sheet = toml::parse_file(data_folder() + "/calibration.toml");
  const std::string docs = text_of(source_folder() + "/docs/validation.md");
  std::map<std::string, const app::ValidationRow*> asked;
  const auto rows = app::validation_rows();
  for (const app::ValidationRow& row : rows) {
    if (!row.parameter.empty()) asked[row.parameter] = &row;
  }
  std::size_t found = 0;
  for (const toml::node& node : *sheet["parameter"].as_array()) {
    const toml::table& p = *node.as_table();
    const std::string name = p["name"].value_or(""), role = p["role"].value_or("");
    INFO(name);
    if (const auto row = asked.find(name); row != asked.end()) {
      ++found;
      CHECK(role == "reference");
      CHECK_FALSE(row->second->required);
      CHECK(row->second->tolerance_pct == 25);
      if (const auto value = p["value"].value<double>()) {
        CHECK(row->second->published == *value);
      } else {  // several in one text: "TCP 25.4, …", "Linux 12.1, …"
        std::istringstream text(p["value"].value_or<std::string>(""));
        std::string word;
        double first = 0;
        text >> word >> first;
        CHECK(row->second->published == first);
      }
    } else if (role == "reference" && p["group"].value_or<std::string>("") == "tcp_stack") {
      CHECK_THAT(docs, Contains("`" + name + "`"));
    }
  }
  CHECK(found == asked.size());
}

TEST_CASE("the model is inside the tolerance of every required row") {
  const Scratch folder;
  const Ran ran = rocelab_stdout("validate --json", folder.path());
  CHECK(ran.status == 0);
  for (const auto& row : nlohmann::json::parse(ran.out)) {
    INFO(row.dump());
    CHECK((row["inside"] == true || row["required"] == false));
    CHECK(row["model"].get<double>() > 0);
  }
}

TEST_CASE("what is off by more than a quarter has a section or a row of its own in the docs") {
  const Scratch folder;
  const Ran ran = rocelab_stdout("validate --json", folder.path());
  const std::string docs = text_of(source_folder() + "/docs/validation.md");
  std::size_t off = 0;
  for (const auto& row : nlohmann::json::parse(ran.out)) {
    if (std::abs(row["error_pct"].get<double>()) <= 25) continue;
    ++off;
    const std::string id = row["row"];
    INFO(id);
    const std::string of = id.substr(0, id.find('.'));
    CHECK((docs.find("\n## " + of + ":") != std::string::npos || docs.find("\n| " + of + " |") != std::string::npos));
  }
  CHECK(off > 0);
}

TEST_CASE("a model value outside the tolerance is told, on either side") {
  CHECK(app::Validated{row_of_two_percent(), 50.9}.inside());
  CHECK_FALSE(app::Validated{row_of_two_percent(), 51.1}.inside());
  CHECK_FALSE(app::Validated{row_of_two_percent(), 48.9}.inside());
  CHECK(app::Validated{row_of_two_percent(), 51}.error_pct() == Approx(2));
}
