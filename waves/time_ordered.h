#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tlm/units.h"

namespace rocelab::waves {

/// Puts what is known ahead of its time into the order of time; of equal times the first pushed comes first.
template <class Item>
class TimeOrdered {
 public:
  /// `t` must not lie before what was already taken: std::logic_error.
  void push(Ps t, Item item) {
    if (t < taken_) throw std::logic_error("waves: a fact lies in the past of what is already written");
    heap_.push_back({static_cast<unsigned __int128>(static_cast<std::uint64_t>(t)) << 64 | serial_++, std::move(item)});
    std::push_heap(heap_.begin(), heap_.end(), Later{});
  }

  /// Hands (t, item) of everything before `limit` to `take`, in order.
  template <class Take>
  void take_before(Ps limit, Take take) {
    while (!heap_.empty() && heap_.front().t() < limit) {
      std::pop_heap(heap_.begin(), heap_.end(), Later{});
      Entry first = std::move(heap_.back());
      heap_.pop_back();
      take(first.t(), std::move(first.item));
    }
    taken_ = std::max(taken_, limit);
  }

 private:
  /// Time and serial number as one: compared without a branch that nobody can predict.
  struct Entry {
    unsigned __int128 key;
    Item item;
    Ps t() const { return static_cast<Ps>(key >> 64); }
  };
  struct Later {
    bool operator()(const Entry& a, const Entry& b) const { return a.key > b.key; }
  };

  std::vector<Entry> heap_;
  std::uint64_t serial_ = 0;
  Ps taken_ = 0;
};

}  // namespace rocelab::waves
