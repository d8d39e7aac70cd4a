#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace rocelab::lessons {

/// Dotted keys and values as text → the nested tables of a scenario file; truth values and plain numbers get their
/// types, sizes, rates and times stay as they are written.
nlohmann::ordered_json config_tree(const std::vector<std::pair<std::string, std::string>>& config);

}  // namespace rocelab::lessons
