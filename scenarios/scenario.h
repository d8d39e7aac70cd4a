#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "scenarios/config/config.h"
#include "scenarios/input_error.h"
#include "scenarios/result.h"

namespace rocelab::scenarios {

/// A scenario as its file has it, with the user's overrides on top.
struct Scenario {
  std::string id;  // file name without .toml
  std::filesystem::path file;
  std::vector<int> lessons;
  Text title, question;
  Config config;
};

/// Every scenario of the library, in order of its number.
std::vector<Scenario> catalogue();

/// `name` is a number ("1"), an id ("01-write-4k") or a path to a .toml. Throws InputError.
Scenario load(const std::string& name);

}  // namespace rocelab::scenarios
