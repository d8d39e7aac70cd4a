#include "app/run/recorder.h"

#include "lessons/narrator.h"
#include "waves/gtkwave/gtkw_sink.h"
#include "waves/pcapng/capture_sink.h"
#include "waves/perfetto/timeline_sink.h"
#include "waves/trace/trace_sink.h"
#include "waves/vcd/vcd_dump.h"

namespace rocelab::app {

struct Recorder::Sinks {
  Sinks(const std::filesystem::path& folder, const Roster& roster, lessons::Language language)
      : trace(roster, std::make_unique<waves::VcdDump>(folder / "trace.vcd"), narrator(roster, language)),
        view(roster, folder, narrator(roster, language)),
        capture(roster, folder / "wire.pcapng", narrator(roster, language)),
        timeline(roster, folder / "timeline.json", narrator(roster, language)) {}

  /// Each sink has its own; all give the same letters.
  static std::unique_ptr<waves::Narrator> narrator(const Roster& roster, lessons::Language language) {
    return std::make_unique<lessons::Narrator>(roster, language);
  }

  waves::TraceSink trace;
  waves::GtkwSink view;
  waves::CaptureSink capture;
  waves::TimelineSink timeline;
};

Recorder::Recorder(const std::filesystem::path& folder, scenarios::RunContext& context, lessons::Language language)
    : sinks_(std::make_unique<Sinks>(folder, context.roster, language)) {
  for (FactSink* sink :
       std::initializer_list<FactSink*>{&sinks_->trace, &sinks_->view, &sinks_->capture, &sinks_->timeline}) {
    context.sinks.push_back(sink);
  }
}

Recorder::~Recorder() = default;

}  // namespace rocelab::app
