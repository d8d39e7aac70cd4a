#include "waves/gtkwave/layout.h"

#include <algorithm>
#include <set>

#include "waves/gtkwave/path_order.h"
#include "waves/rows/ascii.h"

namespace rocelab::waves {
namespace {

using Kind = Line::Kind;

/// So many signals of a lane stand open beneath its path; 1000 pixels have room for 43 rows in all.
constexpr std::size_t open_signals = 8;
/// A number that changes more often than this is read as a curve.
constexpr std::uint64_t many_changes = 24;

std::string capitals(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

class Layout {
 public:
  Layout(const Rows& rows, const Activity& activity) : rows_(rows), activity_(activity) {}

  Lines lay_out() {
    lessons();
    for (std::uint16_t i = 0; i < rows_.roster().lanes.size(); ++i) lane(LaneId{i});
    network();
    return std::move(lines_);
  }

 private:
  void lessons() {
    open("lesson");
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      if (rows_[i].role == Row::Role::lesson && took_part(i)) add(i, lane_name(rows_[i].lane) + " lesson");
    }
    close("lesson");
  }

  void lane(LaneId lane) {
    const std::string title = capitals(lane_name(lane)) + " path";
    const Path path = path_of(lane, rows_, activity_);
    open(title);
    for (const RowIndex i : path.steps) add(i, stage_alias(rows_[i]));
    std::vector<RowIndex> rest;
    cores(lane, rest);
    signals(lane, rest);
    closed(lane_name(lane) + ": way back and set-up", path.others);
    closed(lane_name(lane) + ": more signals", rest);
    close(title);
  }

  /// Cores that worked inside the window; of a host where none did, the first: that it rests is worth seeing.
  void cores(LaneId lane, std::vector<RowIndex>& rest) {
    std::set<HostId> seen;
    for (const bool busy : {true, false}) {
      for (RowIndex i = 0; i < rows_.size(); ++i) {
        if (!is_core(rows_[i]) || rows_[i].lane != lane || (activity_[i].changes > 0) != busy) continue;
        const bool first_of_host = seen.insert(rows_[i].host).second;
        if (busy || first_of_host) {
          add(i, signal_alias(rows_[i]));
        } else if (took_part(i)) {
          rest.push_back(i);
        }
      }
    }
  }

  void signals(LaneId lane, std::vector<RowIndex>& rest) {
    std::size_t shown = 0;
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (row.role != Row::Role::signal || row.lane != lane || is_core(row) || is_of_network(row) || !took_part(i))
        continue;
      if (activity_[i].changes > 0 && shown < open_signals) {
        add(i, signal_alias(row));
        ++shown;
      } else {
        rest.push_back(i);
      }
    }
  }

  void network() {
    open("network");
    for (const std::string& id : network_stages()) {
      for (RowIndex i = 0; i < rows_.size(); ++i) {
        if (is_network_stage(rows_[i]) && rows_[i].stage_id == id) add(i, lane_name(rows_[i].lane) + " " + id);
      }
    }
    std::vector<RowIndex> rest;
    for (RowIndex i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      if (row.role == Row::Role::frame && took_part(i)) add(i, row.path());
      const bool elsewhere = row.role == Row::Role::signal && (row.lane == no_lane || is_of_network(row));
      if (elsewhere && took_part(i)) rest.push_back(i);
    }
    closed("queues and lines", rest);
    close("network");
  }

  std::vector<std::string> network_stages() const {
    std::vector<std::string> ids;
    for (const Row& row : rows_.all()) {
      if (is_network_stage(row) && std::find(ids.begin(), ids.end(), row.stage_id) == ids.end())
        ids.push_back(row.stage_id);
    }
    return ids;
  }

  static bool is_core(const Row& row) {
    return row.role == Row::Role::signal && row.unit == Unit::cpu && row.kind == SignalDecl::Kind::state;
  }
  static bool is_of_network(const Row& row) { return row.unit == Unit::wire || row.unit == Unit::switching; }
  bool took_part(RowIndex i) const { return activity_[i].first != never; }

  std::string lane_name(LaneId lane) const { return lane == no_lane ? "shared" : rows_.roster()[lane].name; }

  std::string stage_alias(const Row& row) const {
    const std::string step = row.stage_id.substr(row.stage_id.find('.') + 1);
    const std::string host = row.host == no_host ? "network" : rows_.roster()[row.host].name;
    const bool numbered = step.find_first_not_of("0123456789") == std::string::npos;
    return (numbered ? step + " " + spaced(row.words[1]) : spaced(step)) + "  @" + host;
  }
  std::string signal_alias(const Row& row) const {
    const std::string prefix = row.lane == no_lane ? "" : lane_name(row.lane) + ".";
    return row.path().rfind(prefix, 0) == 0 ? row.path().substr(prefix.size()) : row.path();
  }

  void open(const std::string& title) { lines_.push_back({Kind::open_group, title}); }
  void close(const std::string& title) { lines_.push_back({Kind::end_group, title}); }
  void add(RowIndex i, const std::string& alias) {
    const bool curve =
        rows_[i].kind == SignalDecl::Kind::bits && rows_[i].width > 1 && activity_[i].changes > many_changes;
    lines_.push_back({curve ? Kind::curve : Kind::row, alias, i});
  }
  void closed(const std::string& title, const std::vector<RowIndex>& rows) {
    if (rows.empty()) return;
    lines_.push_back({Kind::closed_group, title});
    for (const RowIndex i : rows)
      add(i, rows_[i].role == Row::Role::stage ? stage_alias(rows_[i]) : signal_alias(rows_[i]));
    close(title);
  }

  const Rows& rows_;
  const Activity& activity_;
  Lines lines_;
};

}  // namespace

Lines lay_out(const Rows& rows, const Activity& activity) { return Layout(rows, activity).lay_out(); }

}  // namespace rocelab::waves
