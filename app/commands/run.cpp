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

struct RunOptions {
  RunRequest request;
  Place place;
  lessons::Language language = lessons::Language::en;
  WaveFormat format = WaveFormat::vcd;
  bool json = false;
  bool no_waves = false;
};

int run(const RunOptions& options) {
  const Recorded recorded = recorded_run(prepare(options.request), options.place, options.language,
                                         options.no_waves ? std::nullopt : std::optional(options.format));
  if (options.json) {
    fmt::print("{}", lessons::print(recorded.summary));
    return recorded.status;
  }
  fmt::print("{}", lessons::summary_text(recorded.summary, options.language));
  fmt::print("\nfiles: {}\n", recorded.folder.string());
  fmt::print("report: {}\n", (recorded.folder / "report.html").string());
  if (!options.no_waves) fmt::print("waves: gtkwave {}\n", (recorded.folder / "trace.gtkw").string());
  return recorded.status;
}

}  // namespace

Command run_command() {
  auto options = std::make_shared<RunOptions>();
  Command command{"run",
                  "run a scenario: summary, report, waveform, capture",
                  {scenario_word(options->request),
                   place_option(options->place),
                   language_option(options->language),
                   format_option(options->format),
                   {"--json", "print summary.json instead of the table", &options->json},
                   {"--no-waves", "leave out waveform and capture", &options->no_waves}},
                  [options] { return run(*options); }};
  for (Argument& change : changes(options->request)) command.arguments.push_back(std::move(change));
  return command;
}

}  // namespace rocelab::app
