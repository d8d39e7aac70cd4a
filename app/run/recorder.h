#pragma once
#include <filesystem>
#include <memory>

#include "lessons/words/language.h"
#include "scenarios/run.h"

namespace rocelab::app {

/// The waveform, its view and the capture of one run, streamed into a folder.
class Recorder {
 public:
  /// Adds its sinks to `context`, which must outlive it.
  Recorder(const std::filesystem::path& folder, scenarios::RunContext& context, lessons::Language);
  ~Recorder();

  /// Call after the run: sees that every file was written in full, or throws FileError naming the one that was not.
  void finish();

 private:
  struct Sinks;
  std::unique_ptr<Sinks> sinks_;
};

}  // namespace rocelab::app
