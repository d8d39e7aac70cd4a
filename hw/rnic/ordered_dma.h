#pragma once
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "hw/rnic/cached_table.h"
#include "transport/memory_keys.h"

namespace rocelab::rnic {

/// DMA that waits for its translation. What belongs to one queue pair keeps its order all the same: a completion does
/// not pass the payload it speaks of, a READ not the WRITE before it (IBTA vol. 1, 9.5). Other queue pairs go on.
/// An entry of the table is a line of neighbouring pages with what their keys allow; keys are not cached apart.
class OrderedDma {
 public:
  static constexpr unsigned page_bits = 12;

  /// `line`: pages to an entry, a power of two.
  OrderedDma(CachedTable& pages, std::uint32_t line) : pages_(pages) {
    while (line > 1) line /= 2, ++entry_bits_;
  }

  /// The entry of the octet at this address.
  std::uint64_t entry_of(BusAddr at) const { return at >> entry_bits_; }

  bool can_wait() const { return pages_.can_miss(); }
  /// Something of this queue pair waits: what comes after it has to as well.
  bool waits(Qpn qp) const { return !queues_.empty() && queues_.count(qp.value); }
  /// Runs `move` once every page of `pieces` is known and all earlier moves of the queue pair have run.
  void in_order(Qpn, const std::vector<protection::Piece>& pieces, Tag, std::function<void()> move);

 private:
  struct Job {
    std::uint32_t missing = 1;  // pages; one more while they are being looked up
    bool running = false;
    std::function<void()> move;
  };

  void found(Qpn, Job&);

  CachedTable& pages_;
  unsigned entry_bits_ = page_bits;
  std::unordered_map<std::uint32_t, std::deque<std::shared_ptr<Job>>> queues_;
};

}  // namespace rocelab::rnic
