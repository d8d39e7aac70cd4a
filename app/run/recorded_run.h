#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/run/request.h"
#include "lessons/words/language.h"

namespace rocelab::app {

/// A run whose files lie in `folder`.
struct Recorded {
  nlohmann::ordered_json summary;
  std::filesystem::path folder;
  int status;
};

/// Runs and leaves summary.txt, summary.json, report.html and, unless `with_waves` is false, waveform and capture in the
/// place's folder; without them the report has nothing to replay. Once a process. Throws InputError, FileError, StuckError.
Recorded recorded_run(const Prepared&, const Place&, lessons::Language, bool with_waves);

}  // namespace rocelab::app
