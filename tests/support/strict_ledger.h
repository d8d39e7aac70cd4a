#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tlm/fact_sink.h"
#include "tlm/roster.h"

namespace rocelab::test {

/// Keeps the books of every core twice: from the facts of the ledger, and from the rows of the waveform, which a core
/// changes beside them. Idle time is nowhere booked, so it is taken from the rows alone.
class StrictLedger : public FactSink {
 public:
  explicit StrictLedger(const Roster& roster) : roster_(roster) {}

  FactSet reads() const override { return FactSet{} | FactKind::change | FactKind::core_time; }

  void on_declare(SignalId id, const SignalDecl& d) override {
    if (d.name.rfind("core", 0) == 0) rows_[id.value] = Row{d.scope + "." + d.name, d.words, {{0, 0}}};
  }
  void on_change(const Change& c, Ps) override {
    const auto row = rows_.find(c.signal.value);
    if (row != rows_.end()) row->second.changes.push_back({c.t, c.value});
  }
  void on_core_time(const CoreTime& piece) override { pieces_[piece.core].push_back(piece); }
  void on_window(const Window& w) override { (w.open ? windows_[w.lane].begin : windows_[w.lane].end) = w.t; }

  /// What a host's cores did inside its lane's window, or one of them, as the facts say it.
  std::array<Ps, book_count> booked(const std::string& lane, const std::string& host,
                                    std::optional<unsigned> number = std::nullopt) const {
    std::array<Ps, book_count> sum{};
    for (const auto& [core, pieces] : pieces_) {
      const Roster::Host& of = roster_[roster_[core].host];
      if (of.name != host || roster_[of.lane].name != lane) continue;
      if (number && roster_[core].number != *number) continue;
      const Stretch& window = windows_.at(of.lane);
      for (const CoreTime& p : pieces)
        if (p.tag.lane == of.lane) sum[static_cast<std::size_t>(p.book)] += window.length_of(p.begin, p.end);
    }
    return sum;
  }

  /// Everything that does not balance, a line each; empty when all does.
  std::string complaints() const {
    std::string all;
    for (std::size_t i = 0; i < roster_.cores.size(); ++i) {
      const CoreId id{static_cast<std::uint16_t>(i)};
      all += complaints(id);
    }
    return all;
  }

 private:
  struct Stretch {
    Ps begin = never, end = never;
    Ps length_of(Ps from, Ps to) const { return std::max<Ps>(0, std::min(to, end) - std::max(from, begin)); }
  };
  struct Row {
    std::string name;
    std::vector<std::string> words;
    std::vector<std::pair<Ps, std::uint64_t>> changes;
  };

  std::string complaints(CoreId id) const {
    const Roster::Core& core = roster_[id];
    const Roster::Host& host = roster_[core.host];
    const std::string name = roster_[host.lane].name + "." + host.name + ".core" + std::to_string(core.number);
    const auto window = windows_.find(host.lane);
    if (window == windows_.end() || window->second.end == never) return name + ": its window never closed\n";
    const Stretch& inside = window->second;

    std::string all;
    Ps booked = 0, before = 0;
    if (const auto pieces = pieces_.find(id); pieces != pieces_.end()) {
      for (const CoreTime& p : pieces->second) {
        if (p.begin < before || p.end <= p.begin)
          all += name + ": a piece from " + std::to_string(p.begin) + " to " + std::to_string(p.end) +
                 " ps after one that ended at " + std::to_string(before) + "\n";
        before = p.end;
        booked += inside.length_of(p.begin, p.end);
      }
    }
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const auto& r) { return r.second.name == name; });
    if (row == rows_.end()) return all + name + ": no row in the waveform\n";
    Ps idle = 0;
    const auto& changes = row->second.changes;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      const Ps until = i + 1 < changes.size() ? changes[i + 1].first : never;
      if (row->second.words.at(changes[i].second) == "idle") idle += inside.length_of(changes[i].first, until);
    }
    if (booked + idle != inside.end - inside.begin)
      all += name + ": " + std::to_string(booked) + " ps booked and " + std::to_string(idle) +
             " ps idle in a window of " + std::to_string(inside.end - inside.begin) + " ps\n";
    return all;
  }

  const Roster& roster_;
  std::map<std::uint32_t, Row> rows_;
  std::map<CoreId, std::vector<CoreTime>> pieces_;
  std::map<LaneId, Stretch> windows_;
};

}  // namespace rocelab::test
