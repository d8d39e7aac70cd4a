#pragma once
#include <cstdint>
#include <vector>

#include "tlm/psn.h"

namespace rocelab::rc {

/// A set of PSNs within a window that moves forward: one bit each, in a ring that grows with the window.
class PsnSet {
 public:
  bool empty() const { return count_ == 0; }
  bool has(Psn p) const { return inside(p) && bit(p); }
  void add(Psn p) {
    if (p - base_ < 0) return;
    while (!inside(p)) grow();
    if (!bit(p)) words_[index(p)] |= mask(p), ++count_;
  }
  void remove(Psn p) {
    if (has(p)) words_[index(p)] &= ~mask(p), --count_;
  }
  /// Forgets everything before `base`.
  void move(Psn base) {
    if (base - base_ > static_cast<std::int32_t>(size()) || count_ == 0) {
      if (count_ > 0) words_.assign(words_.size(), 0), count_ = 0;
      base_ = base;
      return;
    }
    for (; base_ - base < 0; ++base_) remove(base_);
  }
  void add_range(Psn from, Psn to) {
    for (; from - to < 0; ++from) add(from);
  }
  /// The first member at or after `from` and before `to`; `to` if there is none.
  Psn next(Psn from, Psn to) const {
    while (from - to < 0 && !has(from)) ++from;
    return from;
  }

 private:
  std::uint32_t size() const { return static_cast<std::uint32_t>(words_.size() * 64); }
  bool inside(Psn p) const { return p - base_ >= 0 && p - base_ < static_cast<std::int32_t>(size()); }
  std::size_t index(Psn p) const { return p.value() / 64 % words_.size(); }
  static std::uint64_t mask(Psn p) { return std::uint64_t{1} << (p.value() & 63); }
  bool bit(Psn p) const { return words_[index(p)] & mask(p); }
  void grow() {
    PsnSet wider;
    wider.base_ = base_;
    wider.words_.assign(words_.empty() ? 2 : words_.size() * 2, 0);
    for (std::uint32_t i = 0; i < size(); ++i)
      if (bit(base_ + i)) wider.add(base_ + i);
    *this = std::move(wider);
  }

  std::vector<std::uint64_t> words_;
  Psn base_;
  std::uint32_t count_ = 0;
};

}  // namespace rocelab::rc
