#include "transport/tcp/reassembly.h"

#include <algorithm>

namespace rocelab::tcp {

Range Reassembly::add(Range r) {
  const auto first = std::lower_bound(ranges_.begin(), ranges_.end(), r.begin,
                                      [](const Range& held, Seq begin) { return held.end < begin; });
  Range duplicate{r.end, r.begin};
  Range joined = r;
  auto last = first;
  for (; last != ranges_.end() && last->begin <= r.end; ++last) {
    const Range common{std::max(r.begin, last->begin), std::min(r.end, last->end)};
    if (!common.empty()) duplicate = {std::min(duplicate.begin, common.begin), std::max(duplicate.end, common.end)};
    joined = {std::min(joined.begin, last->begin), std::max(joined.end, last->end)};
  }
  if (first == last) {
    ranges_.insert(first, joined);
  } else {
    *first = joined;
    ranges_.erase(first + 1, last);
  }
  return duplicate;
}

Seq Reassembly::advance(Seq next) {
  auto it = ranges_.begin();
  for (; it != ranges_.end() && it->begin <= next; ++it) next = std::max(next, it->end);
  if (it != ranges_.begin()) ranges_.erase(ranges_.begin(), it);
  return next;
}

Seq Reassembly::held() const {
  Seq n = 0;
  for (const Range& r : ranges_) n += r.size();
  return n;
}

}  // namespace rocelab::tcp
