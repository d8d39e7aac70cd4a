#pragma once
#include <array>
#include <cstdint>

#include "transport/tcp/reassembly.h"

namespace rocelab::tcp {

/// The SACK blocks that a receiver reports: the one that holds the newest segment first, so that three lost ACKs do
/// not lose a report (RFC 2018, 4); before them, once, what arrived in duplicate (RFC 2883).
class SackList {
 public:
  static constexpr std::uint32_t most = 4;

  /// `r` has arrived out of order.
  void arrived(Range r);
  /// All before `next` has arrived in order.
  void advance(Seq next);
  /// `r` was received before. A second duplicate before the report joins the first if they touch.
  void duplicate(Range r);
  /// Like duplicate(), but one that touches none before is left out: a report has room for one.
  void also_duplicate(Range r) {
    if (duplicate_.empty() || duplicate_.touches(r)) duplicate(r);
  }
  void duplicate_reported() { duplicate_ = {}; }
  void clear() {
    size_ = 0;
    duplicate_ = {};
  }

  bool empty() const { return size_ == 0 && duplicate_.empty(); }
  std::uint32_t size() const { return size_ + (duplicate_.empty() ? 0 : 1); }
  /// Block i of the report.
  Range operator[](std::uint32_t i) const {
    if (duplicate_.empty()) return blocks_[i];
    return i == 0 ? duplicate_ : blocks_[i - 1];
  }

 private:
  std::array<Range, most> blocks_;
  std::uint32_t size_ = 0;
  Range duplicate_;
};

}  // namespace rocelab::tcp
