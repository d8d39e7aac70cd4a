#include "app/command_line/refusal.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/config/nearest.h"

namespace rocelab::app {
namespace {

std::vector<std::string> commands_of(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
  }
  return names;
}

std::string refuse(const std::string& what, const std::string& wrong, const std::vector<std::string>& known) {
  return fmt::format("{} '{}'{}; known are {}", what, wrong, scenarios::did_you_mean(wrong, known),
                     fmt::join(known, ", "));
}

}  // namespace

std::string refusal(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  if (chosen.empty()) {
    const auto left = program.remaining();
    if (left.empty()) return fmt::format("say what to do: {}", fmt::join(commands_of(program), ", "));
    if (left.front().rfind("-", 0) == 0) return refuse("unknown option", left.front(), options_of(program));
    return refuse("unknown command", left.front(), commands_of(program));
  }
  const CLI::App& command = *chosen.front();
  const auto left = command.remaining();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) && !left.empty()) {
    const std::string where = command.get_name() + ": ";
    const auto option =
        std::find_if(left.begin(), left.end(), [](const auto& word) { return word.rfind('-', 0) == 0; });
    if (option != left.end()) return refuse(where + "unknown option", *option, options_of(command));
    return fmt::format("{}nothing more was expected after its arguments, but there is '{}'", where, left.front());
  }
  return fmt::format("{}: {} (see rocelab {} --help)", command.get_name(), error.what(), command.get_name());
}

}  // namespace rocelab::app
