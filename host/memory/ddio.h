#pragma once
#include <vector>

#include "host/memory/physical.h"

namespace rocelab::host {

/// The part of the last-level cache that DMA writes may allocate (DDIO): first in, first out, page by page. What is
/// written again while it is still there stays; what is new pushes out the oldest, which then has to go to DRAM.
class DdioShare {
 public:
  /// 0 octets: no DDIO, everything goes to DRAM.
  explicit DdioShare(std::uint64_t octets) : capacity_(octets) {}

  /// Octets that go to DRAM because of this write: none until the share is full.
  std::uint64_t write(BusAddr to, std::uint64_t bytes) {
    std::uint64_t pushed_out = 0;
    while (bytes > 0) {
      const std::uint64_t n = std::min(bytes, page_bytes - to % page_bytes);
      pushed_out += write_page(to / page_bytes, n);
      to += n, bytes -= n;
    }
    return pushed_out;
  }

  /// Is the page of this address there?
  bool holds(BusAddr at) const {
    const std::uint64_t page = at / page_bytes;
    return page < pages_.size() && there(pages_[page]);
  }

 private:
  struct Page {
    std::uint64_t since = 0;   // how much had been let in when it came
    std::uint64_t octets = 0;  // of it; 0: never
  };

  bool there(const Page& p) const { return p.octets > 0 && entered_ - p.since <= capacity_; }

  std::uint64_t write_page(std::uint64_t number, std::uint64_t n) {
    if (number >= pages_.size()) pages_.resize(number + number / 2 + 1);
    Page& p = pages_[number];
    if (!there(p)) p = {entered_, 0};
    // A page that is whole is written over in place.
    const std::uint64_t fresh = std::min(n, page_bytes - p.octets);
    p.octets += fresh;
    entered_ += fresh;
    return entered_ > capacity_ ? std::min(fresh, entered_ - capacity_) : 0;
  }

  std::uint64_t capacity_;
  std::uint64_t entered_ = 0;  // octets let in so far
  std::vector<Page> pages_;
};

}  // namespace rocelab::host
