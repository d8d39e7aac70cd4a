#include "waves/gtkwave/network_signs.h"

#include <algorithm>
#include <string_view>

namespace rocelab::waves {
namespace {

/// A queue that never held more has passed frames on as they came: no story.
constexpr std::uint64_t story_bytes = 16 * 1024;

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

class Signs {
 public:
  Signs(LaneId lane, const Rows& rows, const Activity& activity) : activity_(activity) {
    for (RowIndex i = 0; i < rows.size(); ++i) {
      const Row& row = rows[i];
      if (row.role != Row::Role::signal || row.lane != lane || activity[i].changes == 0) continue;
      if (ends_with(row.name, "_xoff")) xoffs_.push_back(i);
      if (ends_with(row.name, "_paused")) pauses_.push_back(i);
      // Its first change is the rate that it starts with.
      if (row.name == "rate_mbps" && activity[i].changes > 1) rates_.push_back(i);
      const bool queue = (row.name == "queue_bytes" && row.host == no_host) || row.name == "rx_buffer";
      if (queue && activity[i].most >= story_bytes) queues_.push_back(i);
    }
    for (auto* rows_of_a_kind : {&xoffs_, &pauses_, &rates_}) first_first(*rows_of_a_kind);
    std::stable_sort(queues_.begin(), queues_.end(),
                     [&](RowIndex a, RowIndex b) { return activity_[a].most > activity_[b].most; });
  }

  std::vector<RowIndex> in_order() const {
    std::vector<RowIndex> all;
    for (const std::size_t nth : {0, 1}) {
      const bool first = nth == 0;
      for (const auto* kind : {&xoffs_, &pauses_, &queues_, &rates_}) {
        if (kind == &queues_ && !first) continue;
        if (kind->size() > nth) all.push_back((*kind)[nth]);
      }
    }
    return all;
  }

 private:
  void first_first(std::vector<RowIndex>& rows) const {
    std::stable_sort(rows.begin(), rows.end(), [&](RowIndex a, RowIndex b) {
      return activity_[a].first_in_window < activity_[b].first_in_window;
    });
  }

  const Activity& activity_;
  std::vector<RowIndex> xoffs_, pauses_, queues_, rates_;
};

}  // namespace

std::vector<RowIndex> network_signs(LaneId lane, const Rows& rows, const Activity& activity) {
  return Signs(lane, rows, activity).in_order();
}

}  // namespace rocelab::waves
