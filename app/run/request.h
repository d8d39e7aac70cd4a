#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/run.h"
#include "scenarios/scenario.h"

namespace rocelab::app {

/// What the user asked to be run.
struct RunRequest {
  std::string scenario;
  std::vector<std::string> settings;  // key=value
  std::string payload;                // a file, or empty
  std::string seed;                   // a whole number, or empty
};

/// Where a run's files go and in which form.
struct Place {
  std::string dir;  // empty: runs/<id>

  std::filesystem::path folder(const scenarios::Scenario&) const;
};

/// Something that can be run, any number of times, each time the same.
struct Prepared {
  scenarios::Scenario scenario;
  std::optional<std::vector<std::uint8_t>> payload;

  /// Seed and payload, without sinks.
  scenarios::RunContext context() const;
};

/// Reads scenario and payload and applies the settings. Throws InputError or FileError; writes nothing.
Prepared prepare(const RunRequest&);

}  // namespace rocelab::app
