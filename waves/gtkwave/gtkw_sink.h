#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tlm/fact_sink.h"
#include "waves/gtkwave/activity.h"
#include "waves/gtkwave/save_file.h"
#include "waves/lesson_track.h"
#include "waves/rows/rows.h"

namespace rocelab::waves {

/// The view of the waveform: FOLDER/trace.gtkw and FOLDER/filters/, which open FOLDER/trace.vcd ready to read.
/// Watches which rows take part, where the windows lie and when the moments come; writes at the end.
class GtkwSink : public FactSink {
 public:
  /// `roster` is read from on_start() on and must outlive the sink.
  GtkwSink(const Roster& roster, std::filesystem::path folder, std::unique_ptr<Narrator>,
           std::string dump_file = "trace.vcd", const Recording& = {});

  FactSet reads() const override {
    return FactSet{} | FactKind::change | FactKind::span | FactKind::moment | FactKind::frame;
  }
  void on_declare(SignalId, const SignalDecl&) override;
  void on_declare(const Stage&, LaneId, HostId) override;
  void on_start() override;
  void on_change(const Change&, Ps now) override;
  void on_span(const Span&, Ps now) override;
  void on_open(const Stage&, Tag, Ps now) override;
  void on_close(const Span&) override;
  void on_moment(const Moment&, Ps now) override;
  void on_frame(const FrameSeen&) override;
  void on_t0(Ps) override;
  void on_window(const Window&) override;
  /// WriteError.
  void on_finish(Ps) override;

 private:
  void saw(RowIndex, Ps begin, Ps end, FlowId = no_flow);
  /// The lanes' windows as far as they are recorded.
  std::pair<Ps, Ps> recorded_window(Ps finish) const;
  Axis axis(Ps open, Ps close, Ps finish) const;
  Ps first_rounds(Ps open, Ps close) const;
  Markers recorded_markers() const;

  std::filesystem::path folder_;
  std::string dump_file_;
  Recording recording_;
  Rows rows_;
  std::vector<std::uint64_t> values_;  // by row: what it was set to last
  LessonTrack lessons_;
  std::optional<Activity> activity_;  // from on_start() on
  Markers markers_;
};

}  // namespace rocelab::waves
