#pragma once
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "app/command_line/command.h"

namespace rocelab::app {

/// What the command line asks for: a command to run, or a text to print with an exit status (help, or a refusal).
struct Printed {
  int status;
  std::string text;
};
using Asked = std::variant<std::function<int()>, Printed>;

/// Fills the targets of the chosen command's arguments.
Asked parse(const std::vector<Command>&, int argc, char* argv[]);

}  // namespace rocelab::app
