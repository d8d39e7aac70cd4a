#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/exit_status.h"
#include "app/run/recorded_run.h"

namespace rocelab::app {
namespace {

struct WavesOptions {
  RunRequest request;
  Place place;
  lessons::Language language = lessons::Language::en;
  WaveFormat format = WaveFormat::vcd;
};

/// Becomes GTKWave; returns only if that fails.
int open_in_gtkwave(const std::filesystem::path& save_file) {
  std::fflush(nullptr);
  execlp("gtkwave", "gtkwave", save_file.c_str(), nullptr);
  fmt::print(stderr,
             "rocelab: gtkwave cannot be started: {}; install it (apt-get install gtkwave) or open {} elsewhere\n",
             std::strerror(errno), save_file.string());
  return bad_input;
}

int waves(const WavesOptions& options) {
  const Recorded recorded = recorded_run(prepare(options.request), options.place, options.language, options.format);
  const auto save_file = recorded.folder / "trace.gtkw";
  if (!std::getenv("DISPLAY") && !std::getenv("WAYLAND_DISPLAY")) {
    fmt::print(stderr, "rocelab: there is no display; the waveform is ready at {}\n", save_file.string());
    return bad_input;
  }
  fmt::print("gtkwave {}\n", save_file.string());
  return open_in_gtkwave(save_file);
}

}  // namespace

Command waves_command() {
  auto options = std::make_shared<WavesOptions>();
  Command command{"waves",
                  "run a scenario and open its waveform in GTKWave",
                  {scenario_word(options->request), place_option(options->place), language_option(options->language),
                   format_option(options->format)},
                  [options] { return waves(*options); }};
  for (Argument& change : changes(options->request)) command.arguments.push_back(std::move(change));
  return command;
}

}  // namespace rocelab::app
