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

ReplaySink::ReplaySink(const Roster& roster, Limits limits)
    : roster_(roster), limits_(limits), journeys_(roster, limits.frames) {}

void ReplaySink::on_declare(SignalId id, const SignalDecl& decl) {
  if (charts_.size() <= id.value) charts_.resize(id.value + 1);
  if (std::find(std::begin(charted), std::end(charted), decl.name) == std::end(charted)) return;
  charts_[id.value] = Chart{decl.scope, decl.name, Envelope(limits_.points)};
}

void ReplaySink::on_change(const Change& change, Ps) {
  if (auto& chart = charts_[change.signal.value]) chart->envelope.add(change.t, change.value);
}

void ReplaySink::busy(LaneId lane, HostId host, std::string_view what, Unit unit, Ps begin, Ps end) {
  if (replay_.busy_until && begin >= *replay_.busy_until) return;
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
  if (count.counter->id == "dropped") journeys_.dropped(count.tag, count.t);
}

void ReplaySink::on_finish(Ps end) {
  replay_.recorded = true;
  replay_.end = end;
  for (const Roster::Host& host : roster_.hosts) replay_.hosts.push_back({lane_of(roster_, host.lane), host.name});
  for (auto& [part, track] : tracks_) {
    track.busy.spans = track.times.joined();
    if (!track.busy.spans.empty()) replay_.busy.push_back(std::move(track.busy));
  }
  for (const auto& chart : charts_) {
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
