#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "tlm/fact_sink.h"
#include "waves/lesson_track.h"
#include "waves/trace/change_queue.h"
#include "waves/trace/dump.h"
#include "waves/trace/frame_glance.h"

namespace rocelab::waves {

/// The waveform: turns the stream of facts into changes of rows and hands them to a dump as time passes.
/// Rows: every declared signal; every declared stage, idle or busy; the lesson of each lane; the frames at each NIC
/// port in both directions, from first to last bit. A recording that begins later begins with every row's value of that
/// time.
class TraceSink : public FactSink {
 public:
  /// `roster` is read from on_start() on and must outlive the sink.
  TraceSink(const Roster& roster, std::unique_ptr<Dump>, std::unique_ptr<Narrator>, const Recording& = {});

  FactSet reads() const override {
    return FactSet{} | FactKind::change | FactKind::span | FactKind::moment | FactKind::frame;
  }
  void on_declare(SignalId, const SignalDecl&) override;
  void on_declare(const Stage&, LaneId, HostId) override;
  void on_start() override;
  void on_change(const Change&, Ps now) override;
  /// A stage that was not declared for its lane and host has no row and is not shown.
  void on_span(const Span&, Ps now) override;
  void on_open(const Stage&, Tag, Ps now) override;
  void on_close(const Span&) override;
  void on_moment(const Moment&, Ps now) override;
  void on_frame(const FrameSeen&) override;
  void on_t0(Ps t0) override { extent_.t0(t0); }
  void on_finish(Ps) override;

 private:
  RowIndex row_of(const Stage& stage, Tag tag) const { return rows_.of(stage, tag.lane, tag.host); }
  void write_before(Ps t);
  void show(Ps t, RowIndex, std::uint64_t value);
  /// Opens the dump if the recording has begun before `t`.
  void begin_before(Ps t);
  void begin(Ps t);
  void put(RowIndex, std::uint64_t value);
  std::string text_of(const Row&, std::uint64_t value) const;

  Extent extent_;
  Rows rows_;
  std::unique_ptr<Dump> dump_;
  LessonTrack lessons_;
  FrameGlance glance_;
  ChangeQueue changes_;
  std::vector<std::uint64_t> values_;  // by row, until the recording begins
  std::optional<Ps> begun_;            // when the dump began
  Ps written_ = 0;
};

}  // namespace rocelab::waves
