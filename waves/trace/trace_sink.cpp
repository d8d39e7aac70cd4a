#include "waves/trace/trace_sink.h"

#include <algorithm>
#include <stdexcept>

#include "waves/rows/ascii.h"

namespace rocelab::waves {

TraceSink::TraceSink(const Roster& roster, std::unique_ptr<Dump> dump, std::unique_ptr<Narrator> narrator,
                     const Recording& recording)
    : extent_(recording),
      rows_(roster, recording.level),
      dump_(std::move(dump)),
      lessons_(std::move(narrator)),
      changes_(rows_) {}

void TraceSink::on_declare(SignalId id, const SignalDecl& decl) { rows_.declare(id, decl); }
void TraceSink::on_declare(const Stage& stage, LaneId lane, HostId host) { rows_.declare(stage, lane, host); }

void TraceSink::on_start() {
  rows_.settle();
  changes_.start();
  values_.resize(rows_.size());
  begin_before(1);
}

void TraceSink::on_change(const Change& change, Ps now) {
  write_before(now);
  const RowIndex row = rows_.of(change.signal);
  if (row != no_row) changes_.set(row, change.value, change.t);
}

void TraceSink::on_span(const Span& span, Ps now) {
  write_before(now);
  const RowIndex row = row_of(*span.stage, span.tag);
  if (row == no_row) return;
  changes_.enter(row, span.begin);
  changes_.leave(row, span.end);
}

void TraceSink::on_open(const Stage& stage, Tag tag, Ps now) {
  write_before(now);
  const RowIndex row = row_of(stage, tag);
  if (row != no_row) changes_.enter(row, now);
}

void TraceSink::on_close(const Span& span) {
  write_before(span.end);
  const RowIndex row = row_of(*span.stage, span.tag);
  if (row != no_row) changes_.leave(row, span.end);
}

void TraceSink::on_moment(const Moment& moment, Ps now) {
  write_before(now);
  const LessonTrack::Step step = lessons_.next(moment);
  const RowIndex row = rows_.lesson(moment.tag.lane);
  if (row == no_row) return;
  changes_.set(row, step.number, moment.t);
  changes_.set(rows_.words(moment.tag.lane), step.number, moment.t);
}

void TraceSink::on_frame(const FrameSeen& seen) {
  const RowIndex row = rows_.frames(seen.port, seen.sent);
  if (row == no_row) return;
  changes_.set(row, glance_.pack(*seen.packet), seen.first_bit);
  changes_.set(row, 0, seen.last_bit);
}

void TraceSink::on_finish(Ps t) {
  write_before(t + 1);
  if (!begun_) begin(t);  // the run ended too early: its last state is all there is
  dump_->end(std::max(*begun_, std::min(t, extent_.to())));
}

void TraceSink::write_before(Ps t) {
  if (t <= written_) return;
  written_ = t;
  changes_.take_before(t, [this](Ps at, RowIndex row, std::uint64_t value) { show(at, row, value); });
  begin_before(t);
}

void TraceSink::begin_before(Ps t) {
  if (!begun_ && extent_.from() < t) begin(extent_.from());
}

void TraceSink::begin(Ps t) {
  begun_ = t;
  dump_->begin(rows_, t);
  for (RowIndex i = 0; i < rows_.size(); ++i) {
    if (rows_[i].kind != SignalDecl::Kind::event) put(i, values_[i]);
  }
  dump_->begun();
}

void TraceSink::show(Ps t, RowIndex index, std::uint64_t value) {
  if (t < extent_.from()) {
    values_[index] = value;
    return;
  }
  if (t > extent_.to()) return;
  begin_before(t + 1);
  dump_->at(t);
  put(index, value);
}

void TraceSink::put(RowIndex index, std::uint64_t value) {
  const Row& row = rows_[index];
  switch (row.kind) {
    case SignalDecl::Kind::event:
      return dump_->event(index);
    case SignalDecl::Kind::text:
      return dump_->text(index, text_of(row, value));
    case SignalDecl::Kind::bits:
    case SignalDecl::Kind::state:
      if (row.width < 64 && value >> row.width != 0) {
        throw std::logic_error("waves: " + std::to_string(value) + " does not fit into " + row.reference());
      }
      return dump_->bits(index, value);
  }
}

std::string TraceSink::text_of(const Row& row, std::uint64_t value) const {
  if (row.role == Row::Role::frame) return frame_word(value);
  if (row.role == Row::Role::words) return one_word(lessons_.texts(row.lane)[value]);
  if (row.words.empty() && value == 0) return "-";
  return value < row.words.size() ? row.words[value] : std::to_string(value);
}

}  // namespace rocelab::waves
