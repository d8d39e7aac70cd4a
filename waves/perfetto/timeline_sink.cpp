#include "waves/perfetto/timeline_sink.h"

#include <utility>

#include "waves/rows/ascii.h"

namespace rocelab::waves {
namespace {
/// The process under which counters stand.
constexpr std::uint32_t signals = 0;
}  // namespace

TimelineSink::TimelineSink(const Roster& roster, const std::filesystem::path& path, std::unique_ptr<Narrator> narrator,
                           const Recording& recording)
    : roster_(roster),
      level_(recording.level),
      extent_(recording),
      events_(path),
      tracks_(roster, events_),
      narrator_(std::move(narrator)) {
  events_.name_process(signals, "signals");
}

void TimelineSink::on_declare(SignalId id, const SignalDecl& decl) {
  if (counters_.size() <= id.value) counters_.resize(id.value + 1);
  const bool number = decl.kind == SignalDecl::Kind::bits && decl.width > 1;
  if (number && level_ >= Level::full) counters_[id.value].name = decl.scope + "." + decl.name;
}

void TimelineSink::on_change(const Change& change, Ps) {
  Counter& counter = counters_[change.signal.value];
  if (counter.name.empty() || change.t > extent_.to()) return;
  if (extent_.holds(change.t)) return events_.counter(signals, counter.name, change.t, change.value);
  counter.t = change.t;
  counter.value = change.value;
}

void TimelineSink::on_span(const Span& span, Ps) {
  if (!extent_.meets(span.begin, span.end)) return;
  Strip& strip = stages_[{span.stage, span.tag.lane, span.tag.host}];
  if (!strip.group)
    strip = make(span.tag.lane, span.tag.host, std::string(span.stage->id), std::string(spaced(span.stage->word)));
  slice(strip, strip.word, span.begin, span.end);
}

void TimelineSink::on_close(const Span& span) { on_span(span, span.end); }

void TimelineSink::on_core_time(const CoreTime& fact) {
  if (level_ < Level::states || !extent_.meets(fact.begin, fact.end)) return;
  Strip& strip = cores_[{fact.core, fact.tag.lane}];
  if (!strip.group) {
    const Roster::Core& core = roster_[fact.core];
    strip = make(fact.tag.lane, core.host, "core" + std::to_string(core.number));
  }
  const bool somebody_elses = fact.tag.lane == no_lane;
  slice(strip, somebody_elses ? "neighbour" : book_names[static_cast<std::size_t>(fact.book)], fact.begin, fact.end);
}

void TimelineSink::on_moment(const Moment& moment, Ps) {
  const Telling telling = narrator_->tell(moment);
  if (!extent_.holds(moment.t)) return;
  const std::string name = (telling.letter ? std::string{*telling.letter, ' '} : "") + telling.brief;
  const std::uint32_t process = tracks_.process(moment.tag.lane, moment.tag.host);
  events_.instant(tracks_.track(tracks_.group(process, "moments"), moment.t, moment.t), name, moment.t, telling.full);
}

void TimelineSink::on_frame(const FrameSeen& seen) {
  const std::uint64_t glance = glance_.pack(*seen.packet);  // also of a frame that only counts for later ones
  const Roster::Port& port = roster_[seen.port];
  if (port.host == no_host || level_ < Level::full || !extent_.meets(seen.first_bit, seen.last_bit)) return;
  Strip& strip = ports_[{seen.port, seen.sent}];
  if (!strip.group) strip = make(port.lane, port.host, port.name + (seen.sent ? " tx" : " rx"));
  slice(strip, spaced(frame_word(glance)), seen.first_bit, seen.last_bit);
}

void TimelineSink::on_finish(Ps t) {
  for (const Counter& counter : counters_) {
    if (counter.t >= 0 && extent_.from() <= t) events_.counter(signals, counter.name, extent_.from(), counter.value);
  }
  events_.end();
}

TimelineSink::Strip TimelineSink::make(LaneId lane, HostId host, const std::string& track, std::string word) {
  return {&tracks_.group(tracks_.process(lane, host), track), std::move(word)};
}

void TimelineSink::slice(const Strip& strip, std::string_view name, Ps begin, Ps end) {
  events_.slice(tracks_.track(*strip.group, begin, end), name, begin, end);
}

}  // namespace rocelab::waves
