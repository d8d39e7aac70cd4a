#pragma once
#include "host/verbs/objects.h"
#include "hw/rnic/completion_abi.h"

/// The ring of completions as the library reads it. After a resize the entries written before it are still in the old
/// ring; numbers run on, so that each entry has one place.
namespace rocelab::verbs {

inline constexpr std::uint32_t cqe_bytes = rnic::abi::cqe_bytes;

struct CqePlace {
  Va at = 0;
  bool lap = false;  // parity of the owner bit once the NIC has filled it
};

inline CqePlace place_in(Va ring, std::uint32_t entries, std::uint32_t n) {
  return {ring + std::uint64_t{n & (entries - 1)} * cqe_bytes, ((n / entries) & 1) != 0};
}

inline CqePlace place_of(const Cq& cq, std::uint32_t n) {
  if (cq.old_entries > 0 && static_cast<std::int32_t>(n - cq.moved_at) < 0)
    return place_in(cq.old_ring.start, cq.old_entries, n);
  return place_in(cq.ring.start, static_cast<std::uint32_t>(cq.cqe), n);
}

/// Has the NIC written entry `n`?
inline bool filled(const Cq& cq, std::uint32_t n) {
  const CqePlace place = place_of(cq, n);
  std::uint8_t owner;
  cq.context->platform.load(place.at + cqe_bytes - 1, &owner, 1);
  return ((owner & 1) != 0) == place.lap;
}

/// Number behind the last entry that is there.
inline std::uint32_t filled_end(const Cq& cq) {
  std::uint32_t end = cq.consumer;
  while (end - cq.consumer < static_cast<std::uint32_t>(cq.cqe) + cq.old_entries && filled(cq, end)) ++end;
  return end;
}

/// Tells the NIC how far software has come.
void publish_consumer(Cq&);
/// Gives a replaced ring back once nothing in it is left to be polled.
void retire_old_ring(Cq&);

}  // namespace rocelab::verbs
