#include "transport/tcp/sack_list.h"

#include <algorithm>

namespace rocelab::tcp {

void SackList::arrived(Range r) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < size_; ++i) {
    if (blocks_[i].touches(r)) {
      r = {std::min(r.begin, blocks_[i].begin), std::max(r.end, blocks_[i].end)};
    } else {
      blocks_[kept++] = blocks_[i];
    }
  }
  size_ = std::min(kept + 1, most);
  for (std::uint32_t i = size_ - 1; i > 0; --i) blocks_[i] = blocks_[i - 1];
  blocks_[0] = r;
}

void SackList::advance(Seq next) {
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < size_; ++i) {
    if (blocks_[i].begin >= next) blocks_[kept++] = blocks_[i];
  }
  size_ = kept;
}

void SackList::duplicate(Range r) {
  if (!duplicate_.empty() && duplicate_.touches(r)) {
    r = {std::min(r.begin, duplicate_.begin), std::max(r.end, duplicate_.end)};
  }
  duplicate_ = r;
}

}  // namespace rocelab::tcp
