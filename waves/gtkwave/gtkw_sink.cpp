#include "waves/gtkwave/gtkw_sink.h"

#include "waves/gtkwave/filters.h"
#include "waves/gtkwave/layout.h"
#include "waves/output/output_file.h"

namespace rocelab::waves {

GtkwSink::GtkwSink(const Roster& roster, std::filesystem::path folder, std::unique_ptr<Narrator> narrator,
                   std::string dump_file)
    : folder_(std::move(folder)), dump_file_(std::move(dump_file)), rows_(roster), lessons_(std::move(narrator)) {}

void GtkwSink::on_declare(SignalId id, const SignalDecl& decl) { rows_.declare(id, decl); }
void GtkwSink::on_declare(const Stage& stage, LaneId lane, HostId host) { rows_.declare(stage, lane, host); }

void GtkwSink::on_start() {
  rows_.settle();
  activity_.emplace(rows_);
}

void GtkwSink::on_change(const Change& change, Ps) { saw(rows_.of(change.signal), change.t); }

void GtkwSink::on_span(const Span& span, Ps) { saw(rows_.of(*span.stage, span.tag.lane, span.tag.host), span.begin); }

void GtkwSink::on_open(const Stage& stage, Tag tag, Ps now) { saw(rows_.of(stage, tag.lane, tag.host), now); }

void GtkwSink::on_frame(const FrameSeen& seen) { saw(rows_.frames(seen.port, seen.sent), seen.first_bit); }

void GtkwSink::on_window(const Window& window) { activity_->window(window); }

void GtkwSink::on_moment(const Moment& moment, Ps) {
  const Telling telling = lessons_.next(moment).telling;
  saw(rows_.lesson(moment.tag.lane), moment.t);
  if (!telling.letter) return;
  const Roster& roster = rows_.roster();
  std::string where = moment.tag.lane == no_lane ? "shared" : roster[moment.tag.lane].name;
  if (moment.tag.host != no_host) where += " " + roster[moment.tag.host].name;
  markers_.emplace(*telling.letter, Marker{moment.t, telling.brief, where});
}

void GtkwSink::saw(RowIndex row, Ps t) {
  if (row != no_row) activity_->saw(row, t);
}

/// The windows with some room before, where a marker at their opening needs it for its label, and behind. GTKWave
/// starts at 0 when a view would reach past the end of the trace, so the room behind is only what the trace has.
Axis GtkwSink::axis(Ps finish) const {
  const Ps open = activity_->window_open();
  const Ps close = std::max(activity_->window_close(finish), open + 1000);
  const Ps length = close - open;
  const Ps end = std::max(close, std::min(close + length / 25, finish - length / 100));
  return {std::max<Ps>(0, open - length / 20), end, wave_pixels};
}

void GtkwSink::on_finish(Ps t) {
  Filters filters;
  const auto filter_of = [&](RowIndex i) {
    const Row& row = rows_[i];
    return filters.file_for(row, row.role == Row::Role::lesson ? lessons_.texts(row.lane) : row.words);
  };
  const View view{dump_file_, "trace.gtkw", axis(t), markers_, lay_out(rows_, *activity_, markers_)};
  write_file(folder_ / view.save_file, save_file_text(view, rows_, filter_of));
  filters.write(folder_);
}

}  // namespace rocelab::waves
