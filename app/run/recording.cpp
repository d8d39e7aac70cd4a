#include "app/run/recording.h"

#include "scenarios/config/window.h"

namespace rocelab::app {
namespace {

waves::Level level_of(const std::string& word) {
  if (word == "lesson") return waves::Level::lesson;
  return word == "states" ? waves::Level::states : waves::Level::full;
}

}  // namespace

waves::Recording recording_of(const scenarios::Config& config) {
  const scenarios::TimeWindow window = scenarios::parse_window(config.get("", "waves.window"));
  return {level_of(config.get("", "waves.level")),
          {window.from.t, window.from.after_t0},
          {window.to.t, window.to.after_t0}};
}

}  // namespace rocelab::app
