#pragma once
#include <algorithm>
#include <map>
#include <vector>

#include "tlm/facts.h"
#include "waves/rows/rows.h"

namespace rocelab::waves {

/// What each row did, as far as it decides where the view shows it.
class Activity {
 public:
  struct Seen {
    Ps first = never;            // first time it left its rest
    Ps first_in_window = never;  // the same inside its lane's window
    Ps last = -1;
    std::uint64_t changes = 0;  // inside the window
  };

  /// All rows are known.
  explicit Activity(const Rows& rows) : rows_(rows), seen_(rows.size()) {}

  void window(const Window& w);

  /// The row did something at `t`.
  void saw(RowIndex row, Ps t);

  const Seen& operator[](RowIndex row) const { return seen_[row]; }

  /// From the first lane's opening to the last one's close; what is missing is replaced by the whole run.
  Ps window_open() const { return open_ == never ? 0 : open_; }
  Ps window_close(Ps finish) const { return close_ < 0 ? finish : close_; }

 private:
  const Rows& rows_;
  std::vector<Seen> seen_;
  std::map<LaneId, Ps> closed_;
  Ps open_ = never;
  Ps close_ = -1;
};

}  // namespace rocelab::waves
