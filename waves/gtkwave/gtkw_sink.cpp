#include "waves/gtkwave/gtkw_sink.h"

#include "waves/gtkwave/filters.h"
#include "waves/gtkwave/layout.h"
#include "waves/gtkwave/network_signs.h"
#include "waves/output/output_file.h"

namespace rocelab::waves {

GtkwSink::GtkwSink(const Roster& roster, std::filesystem::path folder, std::unique_ptr<Narrator> narrator,
                   std::string dump_file, const Recording& recording)
    : folder_(std::move(folder)),
      dump_file_(std::move(dump_file)),
      recording_(recording),
      rows_(roster, recording.level),
      lessons_(std::move(narrator)) {}

void GtkwSink::on_declare(SignalId id, const SignalDecl& decl) { rows_.declare(id, decl); }
void GtkwSink::on_declare(const Stage& stage, LaneId lane, HostId host) { rows_.declare(stage, lane, host); }

void GtkwSink::on_start() {
  rows_.settle();
  activity_.emplace(rows_, recording_);
  values_.resize(rows_.size());
}

/// Being told what it already is does not move a row.
void GtkwSink::on_change(const Change& change, Ps) {
  const RowIndex row = rows_.of(change.signal);
  if (row == no_row) return;
  const bool moves = rows_[row].kind == SignalDecl::Kind::event || values_[row] != change.value;
  values_[row] = change.value;
  if (moves) activity_->saw(row, change.t, no_flow, change.value);
}

void GtkwSink::on_span(const Span& span, Ps) {
  saw(rows_.of(*span.stage, span.tag.lane, span.tag.host), span.begin, span.end, span.tag.flow);
}

void GtkwSink::on_open(const Stage& stage, Tag tag, Ps now) {
  saw(rows_.of(stage, tag.lane, tag.host), now, now, tag.flow);
}

void GtkwSink::on_close(const Span& span) { on_span(span, span.end); }

void GtkwSink::on_frame(const FrameSeen& seen) {
  saw(rows_.frames(seen.port, seen.sent), seen.first_bit, seen.last_bit);
}

void GtkwSink::on_t0(Ps t0) { activity_->t0(t0); }
void GtkwSink::on_window(const Window& window) { activity_->window(window); }

void GtkwSink::on_moment(const Moment& moment, Ps) {
  const Telling telling = lessons_.next(moment).telling;
  saw(rows_.lesson(moment.tag.lane), moment.t, moment.t);
  if (!telling.letter) return;
  const Roster& roster = rows_.roster();
  std::string where = moment.tag.lane == no_lane ? "shared" : roster[moment.tag.lane].name;
  if (moment.tag.host != no_host) where += " " + roster[moment.tag.host].name;
  markers_.emplace(*telling.letter, Marker{moment.t, telling.brief, where});
}

/// What reaches into the recording is seen from its beginning on.
void GtkwSink::saw(RowIndex row, Ps begin, Ps end, FlowId flow) {
  if (row == no_row) return;
  activity_->saw(row, begin, flow);
  const Ps from = activity_->extent().from();
  if (begin < from && from < end) activity_->saw(row, from, flow);
}

/// A stretch of the run with some room before, where a marker at its opening needs it for its label, and a little behind,
/// where programs end and close what set-up had opened, which is no part of the story.
/// GTKWave starts at 0 when a view would reach past the end of the trace, so there is no more room than the trace has.
Axis GtkwSink::axis(Ps open, Ps close, Ps finish) const {
  const Extent& extent = activity_->extent();
  const Ps first = std::min(extent.from(), finish);
  const Ps last = std::max(first, std::min(extent.to(), finish));
  const Ps length = close - open;
  const Ps end = std::max(close, std::min(close + length / 300, last - length / 100));
  return {std::max(first, open - length / 20), end, wave_pixels};
}

std::pair<Ps, Ps> GtkwSink::recorded_window(Ps finish) const {
  const Extent& extent = activity_->extent();
  const Ps first = std::min(extent.from(), finish);
  const Ps last = std::max(first, std::min(extent.to(), finish));
  Ps open = std::max(activity_->window_open(), first);
  Ps close = std::min(activity_->window_close(finish), last);
  if (close <= open) open = first, close = last;
  return {open, std::max(close, open + 1000)};
}

/// Letters tell of the first message, or of the first question and its answer. Where that is a small part of the run,
/// and no congestion builds up later, twice as long shows it and the next: all of it would be a hatched area.
Ps GtkwSink::first_rounds(Ps open, Ps close) const {
  constexpr Ps small_part = 8;
  for (std::uint16_t i = 0; i < rows_.roster().lanes.size(); ++i) {
    if (!network_signs(LaneId{i}, rows_, *activity_).empty()) return close;
  }
  Ps last = open;
  for (const auto& [letter, marker] : markers_) {
    if (marker.t <= close) last = std::max(last, marker.t);
  }
  const Ps told = last - open;
  return told > 0 && told < (close - open) / small_part ? open + 2 * told : close;
}

/// A line outside the trace would point at nothing; the legend has the moment all the same.
Markers GtkwSink::recorded_markers() const {
  Markers recorded;
  for (const auto& [letter, marker] : markers_) {
    if (activity_->extent().holds(marker.t)) recorded.emplace(letter, marker);
  }
  return recorded;
}

void GtkwSink::on_finish(Ps t) {
  Filters filters;
  const auto filter_of = [&](RowIndex i) {
    const Row& row = rows_[i];
    return filters.file_for(row, row.role == Row::Role::lesson ? lessons_.texts(row.lane) : row.words);
  };
  const auto [open, close] = recorded_window(t);
  const Ps shown = std::max(first_rounds(open, close), open + 1000);
  const double share = static_cast<double>(shown - open) / static_cast<double>(close - open);
  const View view{dump_file_, "trace.gtkw", axis(open, shown, t), recorded_markers(),
                  lay_out(rows_, *activity_, markers_, share)};
  write_file(folder_ / view.save_file, save_file_text(view, rows_, filter_of));
  filters.write(folder_);
}

}  // namespace rocelab::waves
