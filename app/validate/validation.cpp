#include "app/validate/validation.h"

#include <toml++/toml.h>

#include <cmath>

#include "app/forked.h"
#include "app/run/request.h"
#include "lessons/claims/expression.h"
#include "lessons/summary/json.h"

namespace rocelab::app {

namespace {

const std::string folder = ROCELAB_VALIDATE;

ValidationRow read(const toml::table& t) {
  ValidationRow row;
  row.id = t["id"].value_or("");
  row.parameter = t["parameter"].value_or("");
  row.metric = t["metric"].value_or("");
  row.published = t["published"].value_or(0.0);
  row.unit = t["unit"].value_or("");
  row.tolerance_pct = t["tolerance_pct"].value_or(0.0);
  row.required = t["required"].value_or(false);
  row.testbed = t["testbed"].value_or("");
  row.measure = t["measure"].value_or("");
  row.note = t["note"].value_or("");
  for (const auto& [name, settings] : *t["runs"].as_table()) {
    auto& run = row.runs[std::string(name.str())];
    for (const auto& [key, value] : *settings.as_table()) run[std::string(key.str())] = value.value_or("");
  }
  return row;
}

}  // namespace

std::vector<ValidationRow> validation_rows() {
  std::vector<ValidationRow> rows;
  const toml::table file = toml::parse_file(folder + "/rows.toml");
  for (const toml::node& row : *file["row"].as_array()) rows.push_back(read(*row.as_table()));
  return rows;
}

bool Validated::inside() const { return std::abs(error_pct()) <= row.tolerance_pct; }

Validated validate(const ValidationRow& row) {
  lessons::Runs runs;
  for (const auto& [name, settings] : row.runs) {
    RunRequest request;
    request.scenario = folder + "/testbeds/" + row.testbed + ".toml";
    for (const auto& [key, value] : settings) request.settings.push_back(key + "=" + value);
    const Prepared prepared = prepare(request);
    runs[name] = nlohmann::ordered_json::parse(forked([&] {
      scenarios::RunContext context = prepared.context();
      return lessons::facts_of(scenarios::run(prepared.scenario, context)).dump();
    }));
  }
  return {row, lessons::evaluate(row.measure, runs).get<double>()};
}

}  // namespace rocelab::app
