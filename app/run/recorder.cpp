#include "app/run/recorder.h"

#include "lessons/narrator.h"
#include "waves/fst/fst_dump.h"
#include "waves/gtkwave/gtkw_sink.h"
#include "waves/pcapng/capture_sink.h"
#include "waves/perfetto/timeline_sink.h"
#include "waves/trace/trace_sink.h"
#include "waves/vcd/vcd_dump.h"

namespace rocelab::app {

namespace {

constexpr const char* vcd_name = "trace.vcd";
constexpr const char* fst_name = "trace.fst";

/// A run before this one may have left the other file: a waveform of something else must not lie beside this one.
std::unique_ptr<waves::Dump> only_dump(const std::filesystem::path& folder, WaveFormat format) {
  const bool fst = format == WaveFormat::fst;
  std::error_code none_there;
  std::filesystem::remove(folder / (fst ? vcd_name : fst_name), none_there);
  if (fst) return std::make_unique<waves::FstDump>(folder / fst_name);
  return std::make_unique<waves::VcdDump>(folder / vcd_name);
}

}  // namespace

struct Recorder::Sinks {
  Sinks(const std::filesystem::path& folder, const Roster& roster, lessons::Language language, WaveFormat format,
        const waves::Recording& recording)
      : trace(roster, only_dump(folder, format), narrator(roster, language), recording),
        view(roster, folder, narrator(roster, language), format == WaveFormat::fst ? fst_name : vcd_name, recording),
        capture(roster, folder / "wire.pcapng", narrator(roster, language), recording),
        timeline(roster, folder / "timeline.json", narrator(roster, language), recording) {}

  /// Each sink has its own; all give the same letters.
  static std::unique_ptr<waves::Narrator> narrator(const Roster& roster, lessons::Language language) {
    return std::make_unique<lessons::Narrator>(roster, language);
  }

  waves::TraceSink trace;
  waves::GtkwSink view;
  waves::CaptureSink capture;
  waves::TimelineSink timeline;
};

Recorder::Recorder(const std::filesystem::path& folder, scenarios::RunContext& context, lessons::Language language,
                   WaveFormat format, const waves::Recording& recording)
    : sinks_(std::make_unique<Sinks>(folder, context.roster, language, format, recording)) {
  for (FactSink* sink :
       std::initializer_list<FactSink*>{&sinks_->trace, &sinks_->view, &sinks_->capture, &sinks_->timeline}) {
    context.sinks.push_back(sink);
  }
}

Recorder::~Recorder() = default;

}  // namespace rocelab::app
