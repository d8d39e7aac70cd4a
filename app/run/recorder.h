#pragma once
#include <filesystem>
#include <memory>

#include "lessons/words/language.h"
#include "scenarios/run.h"
#include "waves/recording/recording.h"

namespace rocelab::app {

/// The file format of the waveform: the dump's name is trace.vcd or trace.fst.
enum class WaveFormat { vcd, fst };

/// The waveform, its view, the capture and the timeline of one run, streamed into a folder. The files are complete
/// when the run has ended. waves::WriteError names one that could not be written, from here or from the run.
class Recorder {
 public:
  /// Adds its sinks to `context`, which must outlive it.
  Recorder(const std::filesystem::path& folder, scenarios::RunContext& context, lessons::Language, WaveFormat,
           const waves::Recording&);
  ~Recorder();

 private:
  struct Sinks;
  std::unique_ptr<Sinks> sinks_;
};

}  // namespace rocelab::app
