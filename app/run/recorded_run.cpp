#include "app/run/recorded_run.h"

#include <fmt/format.h>

#include "app/exit_status.h"
#include "app/files.h"
#include "app/run/interruption.h"
#include "app/run/judgement.h"
#include "app/run/recorder.h"
#include "app/run/recording.h"
#include "lessons/report/report.h"
#include "lessons/summary/json.h"
#include "lessons/summary/text.h"
#include "waves/replay/replay_sink.h"

namespace rocelab::app {
namespace {

void say_if_nothing_was_recorded(const waves::Recording& recording, const scenarios::Result& result) {
  waves::Extent extent(recording);
  extent.t0(result.t0);
  if (extent.from() < result.simulated && extent.from() < extent.to()) return;
  const auto us = [](Ps t) { return static_cast<double>(t) / 1e6; };
  fmt::print(stderr,
             "rocelab: waves.window begins at {:.3f} us, but the run lasted from 0 to {:.3f} us (t0 at {:.3f} us): the "
             "waveform is empty\n",
             us(extent.from()), us(result.simulated), us(result.t0));
}

}  // namespace

Recorded recorded_run(const Prepared& prepared, const Place& place, lessons::Language language,
                      std::optional<WaveFormat> waves) {
  const std::filesystem::path folder = place.folder(prepared.scenario);
  make_writable(folder);
  const lessons::ClaimSet claims = lessons::claims_of(prepared.scenario.id);
  Beside beside;
  {
    // Each needs a process, and none can start once this one has elaborated.
    Progress progress;
    RetainedRuns retained_runs(progress);
    beside = run_beside(prepared, claims.runs, retained_runs, progress);
  }

  scenarios::RunContext context = prepared.context();
  Interruption interruption;
  context.sinks.push_back(&interruption);
  std::optional<Recorder> recorder;
  const waves::Recording recording = recording_of(prepared.scenario.config);
  waves::ReplaySink replay(context.roster, recording);
  if (waves) {
    recorder.emplace(folder, context, language, *waves, recording);
    context.sinks.push_back(&replay);
  }
  scenarios::Result result = scenarios::run(prepared.scenario, context);
  if (waves) say_if_nothing_was_recorded(recording, result);

  Recorded recorded{judged(std::move(result), claims, std::move(beside)), folder, done};
  recorded.status = Interruption::requested() ? interrupted : status_of(recorded.summary);
  if (Interruption::requested())
    fmt::print(stderr, "rocelab: interrupted; {} holds what happened so far\n", folder.string());
  write_text(folder / "summary.json", lessons::print(recorded.summary));
  write_text(folder / "summary.txt", lessons::summary_text(recorded.summary, language));
  write_text(folder / "report.html", lessons::report_page(recorded.summary, replay.replay(), language));
  return recorded;
}

}  // namespace rocelab::app
