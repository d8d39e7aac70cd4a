#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lessons/words/language.h"

namespace rocelab::lessons {

/// The comparison table of the course: a heading row with the lanes' names, then one row a figure.
std::vector<std::vector<std::string>> comparison(const nlohmann::ordered_json& summary, Language);

/// What stands in them, in the same order without the heading: "copies", "syscalls", …
std::vector<std::string> row_ids();

}  // namespace rocelab::lessons
