#include "waves/replay/replay_sink.h"

#include <algorithm>

namespace rocelab::waves {
namespace {

/// Signals that a curve says something about: how much may be under way, how much is, how much waits.
constexpr std::string_view charted[]{"cwnd", "ssthresh", "in_flight", "queue_bytes", "rate_mbps"};

constexpr std::string_view core_words[book_count]{"core.user",      "core.syscall", "core.copy",      "core.stack",
                                                  "core.interrupt", "core.softirq", "core.scheduling"};
constexpr std::string_view core_neighbour = "core.neighbour";

std::string lane_of(const Roster& roster, LaneId lane) { return lane == no_lane ? "" : roster[lane].name; }

}  // namespace

ReplaySink::ReplaySink(const Roster& roster, Limits limits, const Recording& recording)
    : roster_(roster), limits_(limits), extent_(recording), journeys_(roster, limits.frames, recording) {}

void ReplaySink::on_t0(Ps t0) {
  extent_.t0(t0);
  journeys_.t0(t0);
}

void ReplaySink::on_declare(SignalId id, const SignalDecl& decl) {
  if (charts_.size() <= id.value) charts_.resize(id.value + 1);
  if (std::find(std::begin(charted), std::end(charted), decl.name) == std::end(charted)) return;
  charts_[id.value] = Chart{decl.scope, decl.name, Envelope(limits_.points), {}};
}

void ReplaySink::on_change(const Change& change, Ps) {
  auto& chart = charts_[change.signal.value];
  if (!chart || change.t > extent_.to()) return;
  if (change.t < extent_.from()) {
    chart->before = change.value;
    return;
  }
  begin(*chart, extent_.from());
  chart->envelope.add(change.t, change.value);
}

void ReplaySink::begin(Chart& chart, Ps from) {
  if (chart.before) chart.envelope.add(from, *chart.before);
  chart.before.reset();
}

void ReplaySink::busy(LaneId lane, HostId host, std::string_view what, Unit unit, Ps begin, Ps end) {
  begin = std::max(begin, extent_.from());
  end = std::min(end, extent_.to());
  if (begin >= end || (replay_.busy_until && begin >= *replay_.busy_until)) return;
  auto [it, fresh] = tracks_.try_emplace(Part{lane.value, host.value, what});
  if (fresh) {
    it->second.busy = {lane_of(roster_, lane), host == no_host ? "" : roster_[host].name, std::string(what), unit, {}};
  }
  if (it->second.times.add(begin, end) && ++spans_ == limits_.spans) replay_.busy_until = end;
}

void ReplaySink::on_span(const Span& span, Ps) {
  busy(span.tag.lane, span.tag.host, span.stage->id, span.stage->unit, span.begin, span.end);
}

void ReplaySink::on_core_time(const CoreTime& fact) {
  const HostId host = roster_[fact.core].host;
  const bool somebody_elses = fact.tag.lane == no_lane;
  const bool kernel = fact.book != Book::user && !somebody_elses;
  busy(roster_[host].lane, host, somebody_elses ? core_neighbour : core_words[static_cast<std::size_t>(fact.book)],
       kernel ? Unit::cpu : Unit::app, fact.begin, fact.end);
}

void ReplaySink::on_count(const Count& count) {
  constexpr std::string_view dropped = "dropped.";
  const std::string_view id = count.counter->id;
  if (id.substr(0, dropped.size()) == dropped) journeys_.dropped(id.substr(dropped.size()), count.tag, count.t);
}

void ReplaySink::on_finish(Ps end) {
  replay_.recorded = true;
  replay_.end = end;
  const Ps from = std::min(extent_.from(), end), to = std::max(from, std::min(extent_.to(), end));
  if (from > 0 || to < end) replay_.window = {from, to};
  for (const Roster::Host& host : roster_.hosts) replay_.hosts.push_back({lane_of(roster_, host.lane), host.name});
  for (auto& [part, track] : tracks_) {
    track.busy.spans = track.times.joined();
    if (!track.busy.spans.empty()) replay_.busy.push_back(std::move(track.busy));
  }
  for (auto& chart : charts_) {
    if (chart && extent_.from() <= end) begin(*chart, extent_.from());
    if (!chart || chart->envelope.points().size() < 2) continue;
    // "tcp.local.tcp" of lane tcp is "local.tcp" within it.
    const std::size_t dot = chart->scope.find('.');
    replay_.series.push_back({chart->scope.substr(0, dot),
                              (dot == std::string::npos ? "" : chart->scope.substr(dot + 1) + ".") + chart->name,
                              chart->envelope.slot(), chart->envelope.points()});
  }
  journeys_.finish(replay_);
}

}  // namespace rocelab::waves
