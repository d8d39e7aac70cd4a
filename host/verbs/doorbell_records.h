#pragma once
#include <vector>

#include "host/verbs/platform.h"

namespace rocelab::verbs {

/// Where a doorbell record lies: for the process and for the NIC.
struct RecordPlace {
  Va at = 0;
  BusAddr bus = 0;
};

/// Doorbell records of a process's queue pairs: a cache line each, so that two cores do not fight over one, many to a
/// pinned page, so that thousands of queue pairs cost few.
class DoorbellRecords {
 public:
  explicit DoorbellRecords(Platform& platform) : platform_(platform) {}

  /// A record that reads as nothing posted; address 0 where there is no memory left.
  RecordPlace take();
  void give_back(const RecordPlace& place) { free_.push_back(place); }

  /// Software's counters, before it rings (mlx5: behind a write barrier, so that the NIC never sees them too early).
  void sent(const RecordPlace&, std::uint32_t blocks);
  void received(const RecordPlace&, std::uint32_t entries);
  void clear(const RecordPlace&);

 private:
  void store(Va at, std::uint32_t count);

  Platform& platform_;
  std::vector<RecordPlace> free_;
};

}  // namespace rocelab::verbs
