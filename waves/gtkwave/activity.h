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
    Ps first = never;            // first time it left its rest, before the recording's end
    Ps first_in_window = never;  // the same inside its lane's window, as far as that is recorded
    Ps last = -1;
    std::uint64_t changes = 0;  // inside the same
    std::uint64_t most = 0;     // of a number: its largest value there
    FlowId flow = no_flow;      // of a stage: the first of the flows that it served there
  };

  /// All rows are known.
  explicit Activity(const Rows& rows, const Recording& recording = {})
      : rows_(rows), extent_(recording), seen_(rows.size()) {}

  void t0(Ps t) { extent_.t0(t); }
  void window(const Window& w);

  /// The row did something at `t`: for a flow, or took a value.
  void saw(RowIndex row, Ps t, FlowId flow = no_flow, std::uint64_t value = 0);

  const Seen& operator[](RowIndex row) const { return seen_[row]; }

  const Extent& extent() const { return extent_; }

  /// From the first lane's opening to the last one's close; what is missing is replaced by the whole run.
  Ps window_open() const { return open_ == never ? 0 : open_; }
  Ps window_close(Ps finish) const { return close_ < 0 ? finish : close_; }

 private:
  const Rows& rows_;
  Extent extent_;
  std::vector<Seen> seen_;
  std::map<LaneId, Ps> closed_;
  Ps open_ = never;
  Ps close_ = -1;
};

}  // namespace rocelab::waves
