#pragma once
#include <map>

#include "transport/tcp/sequence.h"

namespace rocelab::tcp {

/// Which ranges beyond the next expected octet have arrived.
class Reassembly {
 public:
  /// Adds [begin, end); returns how far data is now contiguous from `next`.
  Seq add(Seq next, Seq begin, Seq end) {
    if (begin > next) {
      auto it = ranges_.upper_bound(begin);
      if (it != ranges_.begin() && std::prev(it)->second >= begin) --it, begin = it->first;
      while (it != ranges_.end() && it->first <= end) {
        if (it->second > end) end = it->second;
        it = ranges_.erase(it);
      }
      ranges_.emplace(begin, end);
      return next;
    }
    if (end > next) next = end;
    while (!ranges_.empty() && ranges_.begin()->first <= next) {
      if (ranges_.begin()->second > next) next = ranges_.begin()->second;
      ranges_.erase(ranges_.begin());
    }
    return next;
  }

  bool empty() const { return ranges_.empty(); }
  const std::map<Seq, Seq>& ranges() const { return ranges_; }

 private:
  std::map<Seq, Seq> ranges_;  // begin → end, neither touching nor overlapping
};

}  // namespace rocelab::tcp
