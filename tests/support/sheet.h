#pragma once
#include <toml++/toml.h>

#include <map>
#include <string>

#include "support/places.h"

namespace rocelab::test {

/// The calibration sheet's values by name; 0 for those that are text.
inline std::map<std::string, double> sheet() {
  std::map<std::string, double> values;
  const toml::table file = toml::parse_file(data_folder() + "/calibration.toml");
  for (const toml::node& node : *file["parameter"].as_array()) {
    const toml::table& row = *node.as_table();
    values[row["name"].value_or<std::string>("")] = row["value"].value_or(0.0);
  }
  return values;
}

/// Their units.
inline std::map<std::string, std::string> sheet_units() {
  std::map<std::string, std::string> units;
  const toml::table file = toml::parse_file(data_folder() + "/calibration.toml");
  for (const toml::node& node : *file["parameter"].as_array()) {
    const toml::table& row = *node.as_table();
    units[row["name"].value_or<std::string>("")] = row["unit"].value_or<std::string>("");
  }
  return units;
}

}  // namespace rocelab::test
