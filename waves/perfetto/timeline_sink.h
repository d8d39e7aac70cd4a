#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "tlm/fact_sink.h"
#include "waves/narrator.h"
#include "waves/perfetto/tracks.h"
#include "waves/recording/recording.h"
#include "waves/trace/frame_glance.h"

namespace rocelab::waves {

/// The timeline for Perfetto (ui.perfetto.dev) and chrome://tracing: per host its moments, its stages, what its cores
/// did and the frames at its port; numbers that modules report as counters. Of a recording that is shorter than the run
/// it has whatever reaches into it, at its full length, and the counters' values at its beginning.
class TimelineSink : public FactSink {
 public:
  /// `roster` is read from on_start() on and must outlive the sink. WriteError here and later.
  TimelineSink(const Roster& roster, const std::filesystem::path& path, std::unique_ptr<Narrator>,
               const Recording& = {});

  FactSet reads() const override {
    return FactSet{} | FactKind::change | FactKind::span | FactKind::core_time | FactKind::moment | FactKind::frame;
  }
  void on_declare(SignalId, const SignalDecl&) override;
  void on_change(const Change&, Ps now) override;
  void on_span(const Span&, Ps now) override;
  void on_close(const Span&) override;
  void on_core_time(const CoreTime&) override;
  void on_moment(const Moment&, Ps now) override;
  void on_frame(const FrameSeen&) override;
  void on_t0(Ps t0) override { extent_.t0(t0); }
  void on_finish(Ps) override;

 private:
  /// Where slices of one kind go, and what stands on them if it is always the same.
  struct Strip {
    Tracks::Group* group = nullptr;
    std::string word = {};
  };
  Strip make(LaneId, HostId, const std::string& track, std::string word = {});
  void slice(const Strip&, std::string_view name, Ps begin, Ps end);

  const Roster& roster_;
  Level level_;
  Extent extent_;
  TraceEvents events_;
  Tracks tracks_;
  std::unique_ptr<Narrator> narrator_;
  FrameGlance glance_;
  std::map<std::tuple<const Stage*, LaneId, HostId>, Strip> stages_;
  std::map<std::tuple<CoreId, LaneId>, Strip> cores_;
  std::map<std::tuple<PortId, bool>, Strip> ports_;  // received, sent

  struct Counter {
    std::string name;  // empty for what is no number
    Ps t = -1;         // of the last value before the recording
    std::uint64_t value = 0;
  };
  std::vector<Counter> counters_;  // by SignalId
};

}  // namespace rocelab::waves
