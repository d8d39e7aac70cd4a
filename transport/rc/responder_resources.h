#pragma once
#include <cstdint>
#include <vector>

#include "tlm/ids.h"
#include "tlm/memory_port.h"
#include "tlm/psn.h"

namespace rocelab::rc {

/// The last max_dest_rd_atomic READs and atomics, remembered so that a repeated one can be answered again: a READ is
/// executed anew, an atomic never, its result is kept (IBTA vol. 1, 9.4.5, 9.7.5.1.3).
class ResponderResources {
 public:
  struct Entry {
    bool atomic = false;
    bool done = false;  // atomic: `original` is known
    Psn first{};
    std::uint32_t packets = 0;
    Va va = 0;
    Key rkey{};
    std::uint32_t length = 0;
    std::uint64_t original = 0;
  };

  void resize(std::uint32_t n) {
    entries_.assign(n, Entry{});
    next_ = 0;
  }
  std::size_t size() const { return entries_.size(); }
  void add(const Entry& e) {
    if (entries_.empty()) return;
    entries_[next_] = e;
    next_ = (next_ + 1) % entries_.size();
  }
  /// The newest entry whose PSNs contain `psn`, or nullptr: numbers come back after 2^24.
  Entry* find(Psn psn) {
    for (std::size_t back = 1; back <= entries_.size(); ++back) {
      Entry& e = entries_[(next_ + entries_.size() - back) % entries_.size()];
      const std::int32_t d = psn - e.first;
      if (d >= 0 && d < static_cast<std::int32_t>(e.packets)) return &e;
    }
    return nullptr;
  }

 private:
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
};

}  // namespace rocelab::rc
