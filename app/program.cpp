#include "app/program.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <systemc>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/files.h"
#include "app/refusal.h"
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
  CLI::App app("Two computers and the RDMA/TCP network between them, cycle by cycle.", "rocelab");
  app.footer(
      "rocelab test [CTEST ARGS] builds and runs the tests. Exit status: 0 done and every claim holds,\n"
      "1 a claim, a case or a payload comparison failed, 2 bad input, 3 no progress.");
  app.require_subcommand(1);
  Chosen chosen;
  add_list(app, chosen);
  add_run(app, chosen);
  add_check(app, chosen);
  add_schemes(app, chosen);
  add_conformance(app, chosen);
  add_packetdrill(app, chosen);
  add_waves(app, chosen);
  add_bench(app, chosen);
  try {
    app.parse(argc, argv);
    return chosen();
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return say(bad_input, refusal(app, error).c_str());
  } catch (const scenarios::InputError& error) {
    return say(bad_input, error.what());
  } catch (const FileError& error) {
    return say(bad_input, error.what());
  } catch (const waves::WriteError& error) {
    return say(bad_input, error.what());
  } catch (const scenarios::StuckError& error) {
    return say(stuck, error.what());
  } catch (const std::exception& error) {
    return say(stuck, error.what());
  }
}

}  // namespace rocelab::app
