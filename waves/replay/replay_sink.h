#pragma once
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "tlm/fact_sink.h"
#include "tlm/roster.h"
#include "waves/recording/recording.h"
#include "waves/replay/busy_times.h"
#include "waves/replay/envelope.h"
#include "waves/replay/frame_journeys.h"

namespace rocelab::waves {

/// Collects a Replay of the recorded time. What would make the page too large to open is left out from a moment on, and
/// the Replay says from when; numbers over time are thinned instead.
class ReplaySink : public FactSink {
 public:
  /// Measured on the lessons' scenarios: a page with so much opens at once and takes about a megabyte.
  struct Limits {
    std::size_t frames = 8'000;
    std::size_t spans = 30'000;
    std::size_t points = 400;  // of a series
  };

  /// `roster` must outlive the sink.
  explicit ReplaySink(const Roster& roster, const Recording& recording = {})
      : ReplaySink(roster, Limits{}, recording) {}
  ReplaySink(const Roster& roster, Limits limits, const Recording& = {});

  /// Of a run that has ended.
  const Replay& replay() const { return replay_; }

  FactSet reads() const override {
    return FactSet{} | FactKind::change | FactKind::span | FactKind::core_time | FactKind::count | FactKind::frame;
  }
  void on_declare(SignalId, const SignalDecl&) override;
  void on_change(const Change&, Ps now) override;
  void on_span(const Span&, Ps now) override;
  void on_close(const Span& span) override { on_span(span, span.end); }
  void on_core_time(const CoreTime&) override;
  void on_count(const Count&) override;
  void on_frame(const FrameSeen& seen) override { journeys_.see(seen); }
  void on_t0(Ps) override;
  void on_finish(Ps) override;

 private:
  struct Track {
    Replay::Busy busy;
    BusyTimes times;
  };
  struct Chart {
    std::string scope, name;
    Envelope envelope;
    std::optional<std::uint64_t> before;  // the value with which the recorded time begins
  };
  using Part = std::tuple<std::uint16_t, std::uint16_t, std::string_view>;  // lane, host, what

  static void begin(Chart&, Ps from);
  void busy(LaneId, HostId, std::string_view what, Unit, Ps begin, Ps end);

  const Roster& roster_;
  Limits limits_;
  Extent extent_;
  Replay replay_;
  FrameJourneys journeys_;
  std::map<Part, Track> tracks_;
  std::size_t spans_ = 0;
  std::vector<std::optional<Chart>> charts_;  // by SignalId
};

}  // namespace rocelab::waves
