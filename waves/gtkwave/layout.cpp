#include "waves/gtkwave/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "waves/gtkwave/alias.h"
#include "waves/gtkwave/network_signs.h"
#include "waves/gtkwave/path_order.h"

namespace rocelab::waves {
namespace {

using Kind = Line::Kind;

/// Rows of the window that have to hold the lesson and the paths; what is behind may need scrolling. Counted in a
/// window of 1600 by 1000 with Noto Sans Mono for the font "monospace"; with DejaVu Sans Mono there are 41.
constexpr std::size_t window_rows = 37;
/// So many signals of a lane stand open at least; a lane that tells of congestion may do without.
constexpr std::size_t fewest_signals = 1;
constexpr std::size_t most_signals = 12;
/// A number that changes more often than this in the view is read as a curve.
constexpr double many_changes = 24;

std::string capitals(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

bool is_of_network(const Row& row) { return row.unit == Unit::wire || row.unit == Unit::switching; }

class Layout {
 public:
  Layout(const Rows& rows, const Activity& activity, const Markers& markers, double share)
      : rows_(rows), activity_(activity), markers_(markers), share_(share) {}

  /// What of a lane stands open.
  struct Open {
    enum class Stages { all, of_quiet_lanes, none };
    Stages stages;        // of lanes whose network has nothing to tell, of all, of none
    std::size_t signs;    // rows that tell of congestion
    std::size_t signals;  // others
  };

  Lines with(const Open& open) const {
    Lines lines = lessons(), behind;
    for (std::uint16_t i = 0; i < rows_.roster().lanes.size(); ++i) append(lines, lane(LaneId{i}, open, behind));
    append(lines, network(open));
    append(lines, behind);
    return lines;
  }

  /// Does any lane's network have something to tell?
  bool congested() const {
    for (std::uint16_t i = 0; i < rows_.roster().lanes.size(); ++i) {
      if (!first_signs(LaneId{i}, 1).empty()) return true;
    }
    return false;
  }

  /// Are lesson and paths on the first screen?
  bool fits(const Open& open) const {
    Lines lines = lessons(), behind;
    for (std::uint16_t i = 0; i < rows_.roster().lanes.size(); ++i) append(lines, lane(LaneId{i}, open, behind));
    return visible(lines) <= window_rows;
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

  /// A lane's path; `behind` gets its closed groups of what is less of a story.
  Lines lane(LaneId lane, const Open& open, Lines& behind) const {
    const std::string& name = rows_.roster()[lane].name;
    const Path path = path_of(lane, rows_, activity_);
    const std::vector<RowIndex> signs = first_signs(lane, open.signs);
    std::vector<RowIndex> rest;
    Lines stages = path_lines(path.steps);
    const Lines worked_on = lines_of(cores(lane, path, rest));
    Lines lines;
    const bool stages_open =
        open.stages == Open::Stages::all || (open.stages == Open::Stages::of_quiet_lanes && signs.empty());
    if (stages_open || signs.empty()) {
      if (stages_open) append(lines, stages);
      append(lines, worked_on);
    } else {
      append(stages, worked_on);
    }
    append(lines, lines_of(signs));
    if (!stages_open) append(lines, group(Kind::closed_group, name + ": stages (open me)", stages));
    append(lines,
           lines_of(open_signals(lane, signs.empty() ? open.signals : open.signals - fewest_signals, signs, rest)));
    append(behind, group(Kind::closed_group, name + ": way back and set-up", lines_of(path.others)));
    append(behind, group(Kind::closed_group, name + ": more", lines_of(rest)));
    return group(Kind::open_group, capitals(name) + " path", lines);
  }

  std::vector<RowIndex> first_signs(LaneId lane, std::size_t most) const {
    std::vector<RowIndex> signs = network_signs(lane, rows_, activity_);
    signs.resize(std::min(signs.size(), most));
    return signs;
  }

  /// On the hosts that the path leads over, cores that worked inside the window; of a host where none did, the first:
  /// that it rests is worth seeing.
  std::vector<RowIndex> cores(LaneId lane, const Path& path, std::vector<RowIndex>& rest) const {
    std::vector<RowIndex> shown;
    std::set<HostId> hosts;
    for (const RowIndex step : path.steps) hosts.insert(rows_[step].host);
    std::set<HostId> seen;
    for (const bool busy : {true, false}) {
      for (RowIndex i = 0; i < rows_.size(); ++i) {
        if (!rows_[i].is_core() || rows_[i].lane != lane || worked(i) != busy) continue;
        const bool on_path = hosts.count(rows_[i].host) > 0;
        const bool first_of_host = on_path && seen.insert(rows_[i].host).second;
        if (on_path && (busy || first_of_host)) {
          shown.push_back(i);
        } else if (took_part(i)) {
          rest.push_back(i);
        }
      }
    }
    return shown;
  }

  std::vector<RowIndex> open_signals(LaneId lane, std::size_t most, const std::vector<RowIndex>& signs,
                                     std::vector<RowIndex>& rest) const {
    std::vector<RowIndex> shown;
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (row.role != Row::Role::signal || row.lane != lane || row.is_core() || is_of_network(row)) continue;
      if (!took_part(i) || std::count(signs.begin(), signs.end(), i) > 0) continue;
      (worked(i) && shown.size() < most ? shown : rest).push_back(i);
    }
    // Where nothing moved, the states that things rest in say why.
    if (shown.empty() && most > 0) {
      const auto other = std::stable_partition(rest.begin(), rest.end(), [&](RowIndex i) {
        return rows_[i].role == Row::Role::signal && rows_[i].kind == SignalDecl::Kind::state && !rows_[i].is_core();
      });
      shown.assign(rest.begin(),
                   rest.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(most), other - rest.begin()));
      rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(shown.size()));
    }
    return shown;
  }

  Lines network(const Open& open) const {
    std::vector<RowIndex> shown = network_stages();
    std::set<RowIndex> elsewhere;
    for (std::uint16_t i = 0; i < rows_.roster().lanes.size(); ++i) {
      for (const RowIndex sign : first_signs(LaneId{i}, open.signs)) elsewhere.insert(sign);
    }
    std::vector<RowIndex> rest;
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (!took_part(i) || elsewhere.count(i) > 0) continue;
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
    const bool curve = number && static_cast<double>(activity_[i].changes) * share_ > many_changes;
    return {curve ? Kind::curve : Kind::row, alias_of(rows_[i], rows_.roster()), i};
  }
  /// In a lane's group its wire and switch go without its name.
  Lines path_lines(const std::vector<RowIndex>& steps) const {
    Lines lines = lines_of(steps);
    for (Line& each : lines)
      if (is_network_stage(rows_[each.row])) each.text = rows_[each.row].stage_id + "  @network";
    return lines;
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
  const double share_;
};

}  // namespace

/// Stages give way to the signs of congestion where few of those would fit beside them, and where lanes are too many
/// for one screen; signs give way to the window; signals fill what is left.
Lines lay_out(const Rows& rows, const Activity& activity, const Markers& markers, double share) {
  using Stages = Layout::Open::Stages;
  constexpr std::size_t most_signs = 7, few_signs = 4;
  const Layout layout(rows, activity, markers, share);
  Layout::Open open{Stages::all, most_signs, fewest_signals};
  const bool congested = layout.congested();
  for (const Stages stages : {Stages::all, Stages::of_quiet_lanes, Stages::none}) {
    if (stages == Stages::of_quiet_lanes && !congested) continue;
    open = {stages, most_signs, fewest_signals};
    while (open.signs > 1 && !layout.fits(open)) --open.signs;
    if (!congested && stages == Stages::all && !layout.fits(open)) open.signals = 0;
    if (layout.fits(open) && open.signs >= (congested ? few_signs : 1)) break;
  }
  const std::size_t least = open.signals;
  for (open.signals = most_signals; open.signals > least && !layout.fits(open);) --open.signals;
  return layout.with(open);
}

}  // namespace rocelab::waves
