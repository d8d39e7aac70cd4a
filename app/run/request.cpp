#include "app/run/request.h"

#include "app/files.h"
#include "scenarios/config/settings.h"
#include "scenarios/config/values.h"

namespace rocelab::app {

std::filesystem::path Place::folder(const scenarios::Scenario& scenario) const {
  return dir.empty() ? std::filesystem::path("runs") / scenario.id : std::filesystem::path(dir);
}

scenarios::RunContext Prepared::context() const {
  scenarios::RunContext context;
  context.payload = payload;
  context.seed = scenarios::parse_integer(scenario.config.get("", "seed"));
  return context;
}

Prepared prepare(const RunRequest& request) {
  Prepared prepared{scenarios::load(request.scenario), std::nullopt};
  scenarios::Config& config = prepared.scenario.config;
  for (const std::string& setting : request.settings) {
    const auto equals = setting.find('=');
    if (equals == std::string::npos) {
      throw scenarios::InputError("--set: '" + setting + "' is not of the form key=value, such as message.size=64KiB");
    }
    config.set(setting.substr(0, equals), setting.substr(equals + 1), "--set");
  }
  if (!request.seed.empty()) config.set("seed", request.seed, "--seed");
  if (!request.payload.empty()) {
    prepared.payload = read_payload(request.payload);
    config.set("message.size", std::to_string(prepared.payload->size()), "--payload");
  }
  // Keys that contradict each other are refused before anything runs or is written.
  scenarios::check_lanes(config);
  return prepared;
}

}  // namespace rocelab::app
