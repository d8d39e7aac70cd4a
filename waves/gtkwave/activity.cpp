#include "waves/gtkwave/activity.h"

namespace rocelab::waves {

/// Until its window opens a lane counts everything, so that a run broken off before still has a view; then it starts
/// anew. What happens as it opens may be reported before the opening itself.
void Activity::window(const Window& w) {
  if (!w.open) {
    close_ = std::max(close_, w.t);
    closed_[w.lane] = w.t;
    return;
  }
  open_ = std::min(open_, w.t);
  for (RowIndex i = 0; i < rows_.size(); ++i) {
    if (rows_[i].lane != w.lane && rows_[i].lane != no_lane) continue;
    Seen& seen = seen_[i];
    const bool already = seen.last >= w.t;
    seen = {seen.first, already ? seen.last : never, seen.last, already ? 1u : 0u, 0, already ? seen.flow : no_flow};
  }
}

void Activity::saw(RowIndex row, Ps t, FlowId flow, std::uint64_t value) {
  if (t > extent_.to()) return;
  Seen& seen = seen_[row];
  seen.first = std::min(seen.first, t);
  seen.last = std::max(seen.last, t);
  const auto closed = closed_.find(rows_[row].lane);
  if (extent_.excludes(t) || (closed != closed_.end() && t > closed->second)) return;
  seen.first_in_window = std::min(seen.first_in_window, t);
  ++seen.changes;
  seen.most = std::max(seen.most, value);
  seen.flow = std::min(seen.flow, flow);
}

}  // namespace rocelab::waves
