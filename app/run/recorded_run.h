#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/run/recorder.h"
#include "app/run/request.h"
#include "lessons/words/language.h"

namespace rocelab::app {

/// A run whose files lie in `folder`.
struct Recorded {
  nlohmann::ordered_json summary;
  std::filesystem::path folder;
  int status;
};

/// Runs and leaves summary.txt, summary.json, report.html and, if a format for it is given, waveform, capture and
/// timeline in the place's folder; without them the report has nothing to replay. Once a process. Throws InputError,
/// FileError, StuckError.
Recorded recorded_run(const Prepared&, const Place&, lessons::Language, std::optional<WaveFormat> waves);

}  // namespace rocelab::app
