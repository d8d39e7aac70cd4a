#pragma once
#include <filesystem>

#include "scenarios/scenario.h"

namespace rocelab::scenarios {

/// Reads a scenario file. Throws InputError naming file, line and key; nothing is guessed or ignored.
Scenario read_file(const std::filesystem::path&);

}  // namespace rocelab::scenarios
