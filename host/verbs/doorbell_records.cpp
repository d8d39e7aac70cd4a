#include "host/verbs/doorbell_records.h"

#include "hw/rnic/abi.h"

namespace rocelab::verbs {

using rnic::abi::DoorbellRecord;

RecordPlace DoorbellRecords::take() {
  constexpr std::uint64_t page = 4096, line = 64;
  if (free_.empty()) {
    const Va start = platform_.allocate(page);
    const auto pinned = platform_.pin(start, page);
    if (!pinned) return {};
    // The first line is handed out first.
    for (std::uint64_t at = page; at != 0; at -= line)
      free_.push_back({start + at - line, pinned->front() + at - line});
  }
  const RecordPlace place = free_.back();
  free_.pop_back();
  clear(place);
  return place;
}

void DoorbellRecords::store(Va at, std::uint32_t count) {
  std::uint8_t octets[4];
  rnic::abi::put32(octets, count);
  platform_.store(at, octets, sizeof octets);
}

void DoorbellRecords::sent(const RecordPlace& place, std::uint32_t blocks) {
  store(place.at + DoorbellRecord::sent_at, blocks);
}

void DoorbellRecords::received(const RecordPlace& place, std::uint32_t entries) {
  store(place.at + DoorbellRecord::received_at, entries);
}

void DoorbellRecords::clear(const RecordPlace& place) {
  sent(place, 0);
  received(place, 0);
}

}  // namespace rocelab::verbs
