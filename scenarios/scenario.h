#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "scenarios/config/config.h"
#include "scenarios/result.h"

namespace rocelab::scenarios {

/// The user's input is wrong: one message with file, line and key, what is allowed, the nearest known name. Exit 2.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

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
