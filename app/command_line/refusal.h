#pragma once
#include <CLI/CLI.hpp>
#include <string>

namespace rocelab::app {

/// One message for a command line that cannot be read: what was wrong, what is allowed, the nearest known name.
std::string refusal(const CLI::App& program, const CLI::ParseError& error);

}  // namespace rocelab::app
