#include "host/memory/traffic.h"

#include <map>

#include "host/memory/facts.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::host;
using namespace rocelab::literals;

namespace {

struct Counts : FactSink {
  void on_count(const Count& c) override { of[c.counter->id] += c.n; }
  std::map<std::string_view, std::uint64_t> of;
};

struct Bench {
  explicit Bench(const MemoryProfile& profile) : traffic(timeline, attached(), {}, profile) {}
  Probe& attached() {
    probe.attach(counts);
    return probe;
  }
  std::map<std::string_view, std::uint64_t> counted() {
    traffic.settle();
    return counts.of;
  }
  Timeline timeline;
  Counts counts;
  Probe probe{timeline};
  MemoryTraffic traffic;
};

/// Octets that a stretch of pages costs DRAM when it is written page by page.
std::uint64_t written(DdioShare& share, std::uint64_t first, std::uint64_t pages) {
  std::uint64_t sum = 0;
  for (std::uint64_t p = first; p < first + pages; ++p) sum += share.write(p * page_bytes, page_bytes);
  return sum;
}

constexpr Rate slow = Rate::gbps(80);  // 10 octets a nanosecond

}  // namespace

TEST_CASE("DMA writes stay in the cache until they exceed its share") {
  DdioShare share(16 * page_bytes);
  CHECK(written(share, 256, 16) == 0);
  CHECK(written(share, 256, 16) == 0);              // again, in place
  CHECK(written(share, 512, 4) == 4 * page_bytes);  // four of the old ones go
  CHECK_FALSE(share.holds(256 * page_bytes));       // the oldest did
  CHECK(share.holds(260 * page_bytes));
  CHECK(share.holds(515 * page_bytes));
}

TEST_CASE("a buffer larger than the share goes to DRAM as a whole, however often it is written") {
  DdioShare share(16 * page_bytes);
  written(share, 256, 17);
  CHECK(written(share, 256, 17) == 17 * page_bytes);
}

TEST_CASE("small writes fill a page once") {
  DdioShare share(page_bytes);
  for (int i = 0; i < 4; ++i) CHECK(share.write(256 * page_bytes + static_cast<std::uint64_t>(i) * 1024, 1024) == 0);
  CHECK(share.write(256 * page_bytes, 1024) == 0);
  CHECK(share.write(257 * page_bytes, 100) == 100);
}

TEST_CASE("without a share every DMA write goes to DRAM") {
  MemoryProfile profile;
  profile.ddio = 0;
  Bench bench(profile);
  bench.traffic.dma_write(0x100000, 1000);
  CHECK(bench.counted()[dram_octets.id] == 1000);
  CHECK(bench.counted()[ddio_octets.id] == 0);
}

TEST_CASE("what DMA has just written is read from the cache, other memory from DRAM") {
  MemoryProfile profile;
  profile.dram_latency = 70_ns;
  Bench bench(profile);
  bench.traffic.dma_write(0x100000, 4096);
  CHECK(bench.traffic.dma_read(0x100000, 4096) == 0);
  CHECK(bench.traffic.dma_read(0x200000, 4096) == 70_ns);
  CHECK(bench.counted()[dram_octets.id] == 4096);
  CHECK(bench.counted()[ddio_octets.id] == 2 * 4096);
}

TEST_CASE("DMA waits in a line for DRAM") {
  MemoryProfile profile;
  profile.bandwidth = slow;
  Bench bench(profile);
  CHECK(bench.traffic.dma_read(0x100000, 1000) == 0);
  CHECK(bench.traffic.dma_read(0x200000, 1000) == 100_ns);
  CHECK(bench.traffic.dma_read(0x300000, 1000) == 200_ns);
}

TEST_CASE("a copy lasts as long as DRAM needs for reading and writing it, if that is longer") {
  MemoryProfile profile;
  profile.bandwidth = slow;
  Bench bench(profile);
  CHECK(bench.traffic.copy(1000, 500_ns) == 500_ns);
  bench.timeline.run_until(1_us);
  CHECK(bench.traffic.copy(1000, 50_ns) == 200_ns);
  CHECK(bench.counted()[dram_octets.id] == 4000);
}

TEST_CASE("two copies share DRAM, and so do a copy and DMA") {
  MemoryProfile profile;
  profile.bandwidth = slow;
  Bench bench(profile);
  CHECK(bench.traffic.copy(10'000, 0) == 2_us);  // all of it: 20 000 octets at 10 a nanosecond
  CHECK(bench.traffic.copy(10'000, 0) == 8_us);  // a quarter: the other half of its half
  CHECK(bench.traffic.dma_read(0x100000, 1000) == 0);
  CHECK(bench.traffic.dma_read(0x200000, 1000) == 200_ns);  // half the bandwidth at least
}

TEST_CASE("a copy takes what DMA leaves") {
  MemoryProfile profile;
  profile.bandwidth = slow;
  Bench bench(profile);
  // A quarter of the bandwidth goes to DMA.
  for (Ps t = 0; t < 6_us; t += 100_ns) {
    bench.timeline.run_until(t);
    bench.traffic.dma_read(0x100000, 250);
  }
  const auto lasts = static_cast<double>(bench.traffic.copy(7'500, 0));
  CHECK(lasts == Approx(2e6).epsilon(0.05));
}
