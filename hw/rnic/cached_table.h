#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hw/rnic/cache.h"
#include "tlm/memory_port.h"
#include "tlm/packet_pool.h"
#include "tlm/probe.h"
#include "tlm/ring_buffer.h"
#include "tlm/timeline.h"

namespace rocelab::rnic {

/// What a cached table reports; one constant object a table (facts.h).
struct CacheFacts {
  Counter hits, misses, evictions;
  Stage fetch;
  MomentKind absent;     // an entry has to be read
  std::string_view key;  // its value
};

/// A table of the NIC that lies in host memory (mlx5 calls it ICM), behind a cache on the chip. Who needs an entry that
/// is not on the chip waits for one DMA read of it; the NIC reads only so many at a time. Those who wait for the same
/// entry go on in the order in which they came, those who need another one do not wait for them.
class CachedTable {
 public:
  struct Shape {
    Cache::Shape cache;
    std::uint32_t entry_bytes = 64;      // read by one miss
    std::uint32_t misses_in_flight = 1;  // further ones queue
    BusAddr home = 0;                    // where an entry is read from; its octets say nothing, the read costs
  };
  /// What else to use of the surroundings: the same objects for every table of an engine.
  struct Around {
    Timeline& timeline;
    Probe& probe;
    PacketPool& pool;
    MemoryPort& memory;
  };

  CachedTable(Around, const CacheFacts&, const Shape&);

  /// Declares rows of the waveform: entries on the chip; misses that are read or queue for it.
  void show(const std::string& scope, const std::string& name);

  /// While this is false everything is on the chip: the only question that such a packet pays for.
  bool can_miss() const { return cache_.can_miss(); }
  /// A command of the driver has written the entry: through the cache.
  void install(std::uint64_t key);
  void drop(std::uint64_t key);

  /// The entry is here and nobody waits for it: go on at once.
  bool here(std::uint64_t key, Tag);
  /// `then` runs when the entry is here, behind all that wait for it already.
  void await(std::uint64_t key, Tag, Action then);
  /// One of the two.
  template <class Then>
  void need(std::uint64_t key, Tag tag, Then then) {
    if (here(key, tag)) return then();
    await(key, tag, std::move(then));
  }

  const Cache& cache() const { return cache_; }
  std::uint32_t in_flight() const { return in_flight_; }

 private:
  struct Miss {
    std::uint64_t key = 0;
    Tag tag;
  };

  void start();
  void read(const Miss&);
  void arrived(std::uint64_t key, Tag);
  void show_changes();

  Around around_;
  const CacheFacts& facts_;
  const Shape shape_;
  Cache cache_;
  std::unordered_map<std::uint64_t, std::vector<Action>> waiting_;  // by key: its read is under way or queued
  RingBuffer<Miss> queue_;
  std::uint32_t in_flight_ = 0;
  bool shown_ = false;
  struct Row {
    SignalId id{};
    std::uint32_t last = ~0u;
  } used_row_, misses_row_;
};

}  // namespace rocelab::rnic
