#include "hw/rnic/cached_table.h"

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::rnic;

namespace {

constexpr Ps round_trip = 450'000;
constexpr CacheFacts facts{{"hits"}, {"misses"}, {"evictions"}, {"fetch", Unit::dma, "fetch"}, {"absent"}, "key"};

struct Memory : MemoryPort {
  explicit Memory(Timeline& t) : timeline(t) {}
  void read(BusAddr, std::uint8_t*, std::uint32_t bytes, Tag, Action done) override {
    ++reads, octets += bytes;
    timeline.after(round_trip, std::move(done));
  }
  void write(BusAddr, const std::uint8_t*, std::uint32_t, Tag, Action) override {}
  Timeline& timeline;
  unsigned reads = 0, octets = 0;
};

struct Bench {
  explicit Bench(std::uint32_t entries, std::uint32_t in_flight) {
    CachedTable::Shape shape;
    shape.cache.entries = entries;
    shape.entry_bytes = 375;
    shape.misses_in_flight = in_flight;
    table = std::make_unique<CachedTable>(CachedTable::Around{timeline, probe, pool, memory}, facts, shape);
  }
  void need(std::uint64_t key, int who) {
    table->need(key, Tag{}, [this, who] { went.emplace_back(who, timeline.now()); });
  }
  Timeline timeline;
  Probe probe{timeline};
  PacketPool pool;
  Memory memory{timeline};
  std::unique_ptr<CachedTable> table;
  std::vector<std::pair<int, Ps>> went;
};

}  // namespace

TEST_CASE("an entry on the chip is there at once and costs no DMA") {
  Bench b(2, 1);
  b.table->install(1);
  b.need(1, 10);
  CHECK(b.went == std::vector<std::pair<int, Ps>>{{10, 0}});
  CHECK(b.memory.reads == 0);
}

TEST_CASE("a miss waits for one DMA read of the entry") {
  Bench b(2, 1);
  b.need(1, 10);
  CHECK(b.went.empty());
  CHECK(b.table->in_flight() == 1);
  b.timeline.run_while_busy();
  CHECK(b.went == std::vector<std::pair<int, Ps>>{{10, round_trip}});
  CHECK(b.memory.octets == 375);
  b.need(1, 11);
  CHECK(b.went.size() == 2);
}

TEST_CASE("those who wait for one entry share its read and keep their order") {
  Bench b(2, 4);
  b.need(1, 10), b.need(1, 11);
  b.timeline.run_until(round_trip / 2);
  b.need(1, 12);
  b.timeline.run_while_busy();
  CHECK(b.went == std::vector<std::pair<int, Ps>>{{10, round_trip}, {11, round_trip}, {12, round_trip}});
  CHECK(b.memory.reads == 1);
}

TEST_CASE("who comes while the waiting ones go on stands behind them") {
  Bench b(2, 1);
  b.table->need(1, Tag{}, [&b] {
    b.went.emplace_back(10, b.timeline.now());
    b.need(1, 12);
  });
  b.need(1, 11);
  b.timeline.run_while_busy();
  CHECK(b.went == std::vector<std::pair<int, Ps>>{{10, round_trip}, {11, round_trip}, {12, round_trip}});
}

TEST_CASE("an entry that is here does not wait for one that is not") {
  Bench b(2, 1);
  b.table->install(2);
  b.need(1, 10), b.need(2, 20);
  CHECK(b.went == std::vector<std::pair<int, Ps>>{{20, 0}});
  b.timeline.run_while_busy();
  CHECK(b.went.back() == std::pair<int, Ps>{10, round_trip});
}

TEST_CASE("no more misses are in flight than the NIC has room for") {
  Bench b(8, 2);
  for (int key = 1; key <= 5; ++key) b.need(static_cast<std::uint64_t>(key), key);
  CHECK(b.table->in_flight() == 2);
  b.timeline.run_while_busy();
  CHECK(b.went == std::vector<std::pair<int, Ps>>{
                      {1, round_trip}, {2, round_trip}, {3, 2 * round_trip}, {4, 2 * round_trip}, {5, 3 * round_trip}});
}
