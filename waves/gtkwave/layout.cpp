#include "waves/gtkwave/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "waves/gtkwave/alias.h"
#include "waves/gtkwave/path_order.h"

namespace rocelab::waves {
namespace {

using Kind = Line::Kind;

/// Rows of the window that have to hold the lesson, the paths and the wires; frames may need scrolling.
constexpr std::size_t window_rows = 42;
/// So many signals of a lane stand open at least.
constexpr std::size_t fewest_signals = 2;
/// A number that changes more often than this is read as a curve.
constexpr std::uint64_t many_changes = 24;

std::string capitals(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

bool is_core(const Row& row) {
  return row.role == Row::Role::signal && row.unit == Unit::cpu && row.kind == SignalDecl::Kind::state &&
         row.name.rfind("core", 0) == 0;
}
bool is_of_network(const Row& row) { return row.unit == Unit::wire || row.unit == Unit::switching; }

class Layout {
 public:
  Layout(const Rows& rows, const Activity& activity, const Markers& markers)
      : rows_(rows), activity_(activity), markers_(markers) {}

  /// `signals`: so many of each lane stand open.
  Lines with_signals(std::size_t signals) const {
    Lines lines = lessons();
    for (std::uint16_t i = 0; i < rows_.roster().lanes.size(); ++i) append(lines, lane(LaneId{i}, signals));
    append(lines, network());
    return lines;
  }

  std::size_t lanes() const { return rows_.roster().lanes.size(); }

  /// Rows of the network group that may be scrolled to: all behind its title and first wires.
  std::size_t scrollable() const {
    const std::size_t rows = visible(network());
    return rows - std::min(rows, 1 + lanes());
  }

 private:
  Lines lessons() const {
    Lines lines;
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      if (rows_[i].role == Row::Role::lesson && took_part(i)) lines.push_back(line(i));
    }
    append(lines, group(Kind::closed_group, "moments (open me)", legend()));
    return group(Kind::open_group, "lesson", lines);
  }

  Lines legend() const {
    Lines lines;
    for (const auto& [letter, m] : markers_) {
      const double us = static_cast<double>(m.t) / 1e6;
      lines.push_back({Kind::comment, fmt::format("{} {:.3f} us  {}: {}", letter, us, m.where, m.brief)});
    }
    return lines;
  }

  Lines lane(LaneId lane, std::size_t signals) const {
    const std::string& name = rows_.roster()[lane].name;
    const Path path = path_of(lane, rows_, activity_);
    Lines lines = lines_of(path.steps);
    std::vector<RowIndex> rest;
    append(lines, lines_of(cores(lane, rest)));
    append(lines, lines_of(open_signals(lane, signals, rest)));
    append(lines, group(Kind::closed_group, name + ": way back and set-up", lines_of(path.others)));
    append(lines, group(Kind::closed_group, name + ": more", lines_of(rest)));
    return group(Kind::open_group, capitals(name) + " path", lines);
  }

  /// Cores that worked inside the window; of a host where none did, the first: that it rests is worth seeing.
  std::vector<RowIndex> cores(LaneId lane, std::vector<RowIndex>& rest) const {
    std::vector<RowIndex> shown;
    std::set<HostId> seen;
    for (const bool busy : {true, false}) {
      for (RowIndex i = 0; i < rows_.size(); ++i) {
        if (!is_core(rows_[i]) || rows_[i].lane != lane || worked(i) != busy) continue;
        const bool first_of_host = seen.insert(rows_[i].host).second;
        if (busy || first_of_host) {
          shown.push_back(i);
        } else if (took_part(i)) {
          rest.push_back(i);
        }
      }
    }
    return shown;
  }

  std::vector<RowIndex> open_signals(LaneId lane, std::size_t most, std::vector<RowIndex>& rest) const {
    std::vector<RowIndex> shown;
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (row.role != Row::Role::signal || row.lane != lane || is_core(row) || is_of_network(row)) continue;
      if (!took_part(i)) continue;
      (worked(i) && shown.size() < most ? shown : rest).push_back(i);
    }
    // Where nothing moved, the states that things rest in say why.
    if (shown.empty()) {
      const auto other = std::stable_partition(rest.begin(), rest.end(), [&](RowIndex i) {
        return rows_[i].role == Row::Role::signal && rows_[i].kind == SignalDecl::Kind::state && !is_core(rows_[i]);
      });
      shown.assign(rest.begin(),
                   rest.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(most), other - rest.begin()));
      rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(shown.size()));
    }
    return shown;
  }

  Lines network() const {
    std::vector<RowIndex> shown = network_stages();
    std::vector<RowIndex> rest;
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (!took_part(i)) continue;
      if (row.role == Row::Role::frame) shown.push_back(i);
      if (row.role == Row::Role::signal && (row.lane == no_lane || is_of_network(row))) rest.push_back(i);
    }
    Lines lines = lines_of(shown);
    append(lines, group(Kind::closed_group, "queues and lines", lines_of(rest)));
    return group(Kind::open_group, "network", lines);
  }

  /// The lanes' wires one beneath the other, then their switches: the same time on both is the point.
  std::vector<RowIndex> network_stages() const {
    std::vector<RowIndex> rows;
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      if (is_network_stage(rows_[i])) rows.push_back(i);
    }
    const auto first_of_id = [&](RowIndex i) {
      return *std::find_if(rows.begin(), rows.end(),
                           [&](RowIndex j) { return rows_[j].stage_id == rows_[i].stage_id; });
    };
    std::vector<std::pair<RowIndex, RowIndex>> order;
    for (const RowIndex i : rows) order.emplace_back(first_of_id(i), i);
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = order[i].second;
    return rows;
  }

  bool took_part(RowIndex i) const { return activity_[i].first != never; }
  bool worked(RowIndex i) const { return activity_[i].changes > 0; }

  Line line(RowIndex i) const {
    // So wide a row is a set of bits, which has no height.
    const bool number = rows_[i].kind == SignalDecl::Kind::bits && rows_[i].width > 1 && rows_[i].width < 64;
    const bool curve = number && activity_[i].changes > many_changes;
    return {curve ? Kind::curve : Kind::row, alias_of(rows_[i], rows_.roster()), i};
  }
  Lines lines_of(const std::vector<RowIndex>& rows) const {
    Lines lines;
    for (const RowIndex i : rows) lines.push_back(line(i));
    return lines;
  }
  static void append(Lines& lines, const Lines& more) { lines.insert(lines.end(), more.begin(), more.end()); }
  static Lines group(Kind kind, const std::string& title, const Lines& content) {
    if (content.empty()) return {};
    Lines lines{{kind, title}};
    append(lines, content);
    lines.push_back({Kind::end_group, title});
    return lines;
  }

  const Rows& rows_;
  const Activity& activity_;
  const Markers& markers_;
};

}  // namespace

Lines lay_out(const Rows& rows, const Activity& activity, const Markers& markers) {
  const Layout layout(rows, activity, markers);
  const std::size_t taken = visible(layout.with_signals(0)) - layout.scrollable();
  const std::size_t spare = taken < window_rows ? window_rows - taken : 0;
  return layout.with_signals(std::max(fewest_signals, layout.lanes() == 0 ? 0 : spare / layout.lanes()));
}

}  // namespace rocelab::waves
