#include "waves/gtkwave/path_order.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelab::waves {
namespace {

/// "tcp.12" → 12; 0 where the lesson gives no number.
unsigned number_of(const std::string& stage_id) {
  unsigned number = 0;
  for (std::size_t i = stage_id.find('.') + 1; i < stage_id.size(); ++i) {
    if (stage_id[i] < '0' || stage_id[i] > '9') return 0;
    number = number * 10 + static_cast<unsigned>(stage_id[i] - '0');
  }
  return number;
}

/// "rdma.wire" is a lane's own `wire`.
bool is_wire(const std::string& stage_id) { return stage_id.substr(stage_id.find('.') + 1) == "wire"; }

/// Wire and switch lead from the first host to the next. A lane with a wire of its own needs no second one.
void enter_network(LaneId lane, const Rows& rows, const Activity& activity, std::vector<RowIndex>& steps) {
  if (steps.empty()) return;
  const bool own_wire = std::any_of(steps.begin(), steps.end(), [&](RowIndex i) { return is_wire(rows[i].stage_id); });
  const HostId first = rows[steps.front()].host;
  auto next = std::find_if(steps.begin(), steps.end(),
                           [&](RowIndex i) { return rows[i].host != first && rows[i].host != no_host; });
  for (RowIndex i = 0; i < rows.size(); ++i) {
    if (!is_network_stage(rows[i]) || rows[i].lane != lane || activity[i].first_in_window == never) continue;
    if (!own_wire || !is_wire(rows[i].stage_id)) next = steps.insert(next, i) + 1;
  }
}

}  // namespace

bool is_network_stage(const Row& row) {
  return row.role == Row::Role::stage && row.stage_id.find('.') == std::string::npos;
}

Path path_of(LaneId lane, const Rows& rows, const Activity& activity) {
  std::map<std::string, RowIndex> shown;  // by stage id
  std::vector<RowIndex> all;
  const auto appearance = [&](RowIndex i) {
    return std::make_tuple(activity[i].flow, activity[i].first_in_window, activity[i].first, i);
  };
  for (RowIndex i = 0; i < rows.size(); ++i) {
    if (rows[i].role != Row::Role::stage || rows[i].lane != lane || is_network_stage(rows[i])) continue;
    all.push_back(i);
    const auto [it, added] = shown.emplace(rows[i].stage_id, i);
    if (!added && appearance(i) < appearance(it->second)) it->second = i;
  }

  Path path;
  for (const RowIndex i : all) {
    const bool took_part = activity[i].first != never;
    const bool only_before = took_part && activity[i].first_in_window == never;
    if (shown[rows[i].stage_id] == i && !only_before) {
      path.steps.push_back(i);
    } else if (took_part) {
      path.others.push_back(i);
    }
  }
  const auto place = [&](RowIndex i) {
    const unsigned number = number_of(rows[i].stage_id);
    return std::make_tuple(number == 0, number, activity[i].first_in_window, i);
  };
  const auto earlier = [&](RowIndex a, RowIndex b) { return place(a) < place(b); };
  std::sort(path.steps.begin(), path.steps.end(), earlier);
  enter_network(lane, rows, activity, path.steps);
  return path;
}

}  // namespace rocelab::waves
