#include <fmt/format.h>

#include <memory>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/exit_status.h"
#include "app/run/recorded_run.h"
#include "lessons/summary/json.h"
#include "lessons/summary/text.h"

namespace rocelab::app {
namespace {

struct Options {
  RunRequest request;
  Place place;
  lessons::Language language = lessons::Language::en;
  bool json = false;
  bool no_waves = false;
};

int run(const Options& options) {
  const Recorded recorded = recorded_run(prepare(options.request), options.place, options.language, !options.no_waves);
  if (options.json) {
    fmt::print("{}", lessons::print(recorded.summary));
    return recorded.status;
  }
  fmt::print("{}", lessons::summary_text(recorded.summary, options.language));
  fmt::print("\nfiles: {}\n", recorded.folder.string());
  if (!options.no_waves) fmt::print("waves: gtkwave {}\n", (recorded.folder / "trace.gtkw").string());
  return recorded.status;
}

}  // namespace

void add_run(CLI::App& program, Chosen& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* run_command = program.add_subcommand("run", "run a scenario: summary, waveform, capture");
  add_request(*run_command, options->request);
  add_place(*run_command, options->place);
  add_language(*run_command, options->language);
  run_command->add_flag("--json", options->json, "print summary.json instead of the table");
  run_command->add_flag("--no-waves", options->no_waves, "leave out waveform and capture");
  run_command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace rocelab::app
