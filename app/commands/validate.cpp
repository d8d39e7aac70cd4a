#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/validate/validation.h"

namespace rocelab::app {
namespace {

const char* verdict(const Validated& v) {
  if (v.inside()) return "inside";
  return v.row.required ? "OUTSIDE" : "outside";
}

nlohmann::ordered_json json(const Validated& v) {
  return {{"row", v.row.id},
          {"parameter", v.row.parameter},
          {"metric", v.row.metric},
          {"testbed", v.row.testbed},
          {"unit", v.row.unit},
          {"model", v.model},
          {"measured", v.row.published},
          {"error_pct", v.error_pct()},
          {"tolerance_pct", v.row.tolerance_pct},
          {"inside", v.inside()},
          {"required", v.row.required},
          {"note", v.row.note}};
}

void print(const Validated& v) {
  fmt::print("{:<8} {:<50} {:>9.3f} {:>9.3f} {:<10} {:>+7.1f} % {:>6.0f} %  {}\n", v.row.id, v.row.metric, v.model,
             v.row.published, v.row.unit, v.error_pct(), v.row.tolerance_pct, verdict(v));
  if (!v.row.note.empty()) fmt::print("{:<8} {}\n", "", v.row.note);
}

int validate_all(bool as_json) {
  auto all = nlohmann::ordered_json::array();
  bool good = true;
  if (!as_json) {
    fmt::print("{:<8} {:<50} {:>9} {:>9} {:<10} {:>9} {:>8}\n", "row", "metric", "model", "measured", "unit", "error",
               "allowed");
  }
  for (const ValidationRow& row : validation_rows()) {
    const Validated v = validate(row);
    good = good && (v.inside() || !row.required);
    if (as_json) {
      all.push_back(json(v));
    } else {
      print(v);
    }
  }
  if (as_json) fmt::print("{}\n", all.dump(2));
  return good ? done : refuted;
}

}  // namespace

Command validate_command() {
  auto as_json = std::make_shared<bool>(false);
  return {
      "validate", "hold the model against published measurements", {{"--json", "as JSON", as_json.get()}}, [as_json] {
        return validate_all(*as_json);
      }};
}

}  // namespace rocelab::app
