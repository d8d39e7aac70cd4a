#include "app/command_line/parse.h"

#include <CLI/CLI.hpp>
#include <sstream>

#include "app/command_line/refusal.h"
#include "app/exit_status.h"

namespace rocelab::app {
namespace {

CLI::Option* add(CLI::App& app, const Argument& a, bool* to) { return app.add_flag(a.name, *to, a.says); }

CLI::Option* add(CLI::App& app, const Argument& a, std::string* to) { return app.add_option(a.name, *to, a.says); }

CLI::Option* add(CLI::App& app, const Argument& a, std::vector<std::string>* to) {
  CLI::Option* option = app.add_option(a.name, *to, a.says);
  // One value an option, or the next word on the line would be taken as well.
  if (a.name.front() == '-') option->allow_extra_args(false);
  return option;
}

CLI::Option* add(CLI::App& app, const Argument& a, const std::function<void(const std::string&)>& to) {
  return app.add_option_function<std::string>(a.name, to, a.says);
}

void add(CLI::App& app, const Argument& a) {
  CLI::Option* option = std::visit([&](const auto& to) { return add(app, a, to); }, a.target);
  if (a.name.front() != '-') option->required();
  if (!a.shape.empty()) option->type_name(a.shape);
  if (!a.one_of.empty()) option->check(CLI::IsMember(a.one_of));
}

}  // namespace

Asked parse(const std::vector<Command>& commands, int argc, char* argv[]) {
  CLI::App app("Two computers and the RDMA/TCP network between them, cycle by cycle.", "rocelab");
  app.footer(
      "rocelab test [CTEST ARGS] builds and runs the tests. Exit status: 0 done and every claim holds,\n"
      "1 a claim, a case or a payload comparison failed, 2 bad input, 3 no progress.");
  app.require_subcommand(1);
  std::function<int()> chosen;
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.says);
    for (const Argument& argument : command.arguments) add(*sub, argument);
    sub->callback([&chosen, &command] { chosen = command.run; });
  }
  try {
    app.parse(argc, argv);
    return chosen;
  } catch (const CLI::Success& help) {
    std::ostringstream out, err;
    const int status = app.exit(help, out, err);
    return Printed{status, out.str()};
  } catch (const CLI::ParseError& error) {
    return Printed{bad_input, refusal(app, error)};
  }
}

}  // namespace rocelab::app
