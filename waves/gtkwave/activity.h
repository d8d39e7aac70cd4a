#pragma once
#include <algorithm>
#include <map>
#include <vector>

#include "tlm/facts.h"
#include "waves/rows/row.h"

namespace rocelab::waves {

/// What each row did, as far as it decides where the view shows it.
class Activity {
 public:
  struct Seen {
    Ps first = never;            // first time it left its rest
    Ps first_in_window = never;  // the same inside its lane's window
    std::uint64_t changes = 0;   // inside the window
  };

  void resize(std::size_t rows) { rows_.resize(rows); }
  void window(const Window& w) {
    if (w.open) opened_.emplace(w.lane, w.t);
    (w.open ? open_ : close_) = w.open ? std::min(open_, w.t) : std::max(close_, w.t);
  }

  /// The row `row` of lane `lane` did something at `t`.
  void saw(RowIndex row, LaneId lane, Ps t) {
    Seen& seen = rows_[row];
    seen.first = std::min(seen.first, t);
    if (!in_window(lane, t)) return;
    seen.first_in_window = std::min(seen.first_in_window, t);
    ++seen.changes;
  }

  const Seen& operator[](RowIndex row) const { return rows_[row]; }

  /// From the first lane's opening to the last one's close; what is missing is replaced by the whole run.
  Ps window_open() const { return open_ == never ? 0 : open_; }
  Ps window_close(Ps finish) const { return close_ < 0 ? finish : close_; }

 private:
  /// A lane without a window (a run broken off early) is all window.
  bool in_window(LaneId lane, Ps t) const {
    if (opened_.empty()) return true;
    const auto it = opened_.find(lane);
    return it == opened_.end() ? t >= open_ : t >= it->second;
  }

  std::vector<Seen> rows_;
  std::map<LaneId, Ps> opened_;
  Ps open_ = never;
  Ps close_ = -1;
};

}  // namespace rocelab::waves
