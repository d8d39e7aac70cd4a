#pragma once
#include <vector>

#include "waves/rows/rows.h"
#include "waves/time_ordered.h"

namespace rocelab::waves {

/// Changes of rows, put into the order of time and reduced to what a reader can see: the last value of a row at each
/// time, and only if it differs from the one before. Overlapping busy times of a row count as one.
class ChangeQueue {
 public:
  explicit ChangeQueue(const Rows& rows) : rows_(rows) {}

  /// All rows are known.
  void start() { states_.resize(rows_.size()); }

  void set(RowIndex row, std::uint64_t value, Ps t) { waiting_.push(t, {row, Kind::set, value}); }
  /// One more, or one less, keeps the row busy from `t` on.
  void enter(RowIndex row, Ps t) { waiting_.push(t, {row, Kind::enter, 0}); }
  void leave(RowIndex row, Ps t) { waiting_.push(t, {row, Kind::leave, 0}); }

  /// Calls `shown(t, row, value)` for every visible change before `limit`. std::logic_error when more leave than
  /// entered.
  template <class Shown>
  void take_before(Ps limit, Shown shown) {
    waiting_.take_before(limit, [&](Ps t, Item item) {
      if (t != t_) settle(shown);
      t_ = t;
      apply(item);
    });
    settle(shown);
  }

 private:
  enum class Kind : std::uint8_t { set, enter, leave };
  struct Item {
    RowIndex row;
    Kind kind;
    std::uint64_t value;
  };
  struct State {
    std::uint64_t shown = 0;
    std::uint64_t value = 0;
    std::int64_t busy = 0;
    bool touched = false;
  };

  void apply(const Item&);

  template <class Shown>
  void settle(Shown& shown) {
    for (const RowIndex row : touched_) {
      State& s = states_[row];
      s.touched = false;
      // An event has no value to return to: each one shows.
      if (s.value == s.shown && rows_[row].kind != SignalDecl::Kind::event) continue;
      s.shown = s.value;
      shown(t_, row, s.value);
    }
    touched_.clear();
  }

  const Rows& rows_;
  TimeOrdered<Item> waiting_;
  std::vector<State> states_;
  std::vector<RowIndex> touched_;
  Ps t_ = 0;
};

}  // namespace rocelab::waves
