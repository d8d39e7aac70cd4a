#pragma once
#include <vector>

#include "host/memory/ddio.h"
#include "hw/pcie/host_memory.h"
#include "hw/pcie/line_time.h"
#include "tlm/probe.h"

namespace rocelab::host {

/// What a computer's memory can do.
struct MemoryProfile {
  /// Reads and writes together. Assumption: what six channels of DDR4-2666 sustain; their sum is 128 GB/s.
  Rate bandwidth = Rate::gbps(800);
  std::uint64_t llc = 20'000'000;  // cpu_freq_ghz's note: L3 of the sheet's Xeon Gold 6128
  double ddio = 0.1;               // ddio_llc_fraction
  /// What a DMA read takes longer that finds nothing in the cache. The sheet has 70 ns (dma_read_cold_cache_extra_ns),
  /// but its round trip, which is the slot's, stands between warm and cold.
  Ps dram_latency = 0;
};

/// The bandwidth of DRAM, shared by the CPU's copies and DMA: either takes what the other leaves, and half of it at
/// least. DMA waits in a line, a copy lasts longer; nobody notices the other while there is enough for both.
class MemoryTraffic : public pcie::HostMemory {
 public:
  MemoryTraffic(const Timeline&, Probe&, Tag, const MemoryProfile&);

  Ps dma_read(BusAddr from, std::uint32_t bytes) override;
  Ps dma_write(BusAddr to, std::uint32_t bytes) override;

  /// A copy begins that would last `alone`: how long it lasts.
  Ps copy(std::uint64_t bytes, Ps alone);

  /// Reports what was counted and not yet told.
  void settle();

 private:
  struct Copy {
    Ps end;
    std::uint64_t bits_per_s;
  };

  /// DMA takes its place in the line: how long until its turn.
  Ps queue(std::uint64_t octets);
  std::uint64_t copying();
  std::uint64_t dma_rate();

  const Timeline& timeline_;
  Probe& probe_;
  Tag tag_;
  MemoryProfile profile_;
  pcie::LineTime alone_;
  DdioShare ddio_;
  Ps free_ = 0;               // DMA
  std::vector<Copy> copies_;  // under way
  Ps span_begin_ = 0;         // of the span in which DMA is being measured
  std::uint64_t span_octets_ = 0, last_span_octets_ = 0;
  std::uint64_t dram_ = 0, cached_ = 0;
};

}  // namespace rocelab::host
