#include "app/program.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <systemc>

#include "app/command_line/parse.h"
#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/files.h"
#include "scenarios/input_error.h"
#include "scenarios/run.h"
#include "waves/output/write_error.h"

namespace rocelab::app {
namespace {

/// SystemC's banner and its notes ("simulation stopped by user") are not this program's output.
void quieten_systemc() {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
}

int say(int status, const char* message) {
  fmt::print(stderr, "rocelab: {}\n", message);
  return status;
}

}  // namespace

int program(int argc, char* argv[]) {
  quieten_systemc();
  const std::vector<Command> commands{
      list_command(),    run_command(),         lesson_command(),      check_command(), diff_command(),
      schemes_command(), conformance_command(), packetdrill_command(), waves_command(), vcd_command(),
      bench_command(),   rtl_command(),         validate_command()};
  try {
    const Asked asked = parse(commands, argc, argv);
    if (const auto* command = std::get_if<std::function<int()>>(&asked)) return (*command)();
    const auto& [status, text] = std::get<Printed>(asked);
    if (status != done) return say(status, text.c_str());
    fmt::print("{}", text);
    return done;
  } catch (const scenarios::InputError& error) {
    return say(bad_input, error.what());
  } catch (const FileError& error) {
    return say(bad_input, error.what());
  } catch (const waves::WriteError& error) {
    return say(bad_input, error.what());
  } catch (const std::system_error& error) {  // standard output cannot be written
    return say(bad_input, error.what());
  } catch (const scenarios::StuckError& error) {
    return say(stuck, error.what());
  } catch (const std::exception& error) {
    return say(stuck, error.what());
  }
}

}  // namespace rocelab::app
