#include "host/memory/traffic.h"

#include <algorithm>

#include "host/memory/facts.h"

namespace rocelab::host {
namespace {
/// DMA's rate is that of the last whole span of this length: a few frames at 100 Gb/s, less than a copy of 64 KiB.
constexpr Ps span = 2'000'000;
}  // namespace

MemoryTraffic::MemoryTraffic(const Timeline& timeline, Probe& probe, Tag tag, const MemoryProfile& profile)
    : timeline_(timeline),
      probe_(probe),
      tag_(tag),
      profile_(profile),
      alone_(profile.bandwidth),
      ddio_(static_cast<std::uint64_t>(static_cast<double>(profile.llc) * profile.ddio)) {}

Ps MemoryTraffic::dma_read(BusAddr from, std::uint32_t bytes) {
  if (ddio_.holds(from)) {
    cached_ += bytes;
    return 0;
  }
  return queue(bytes) + profile_.dram_latency;
}

Ps MemoryTraffic::dma_write(BusAddr to, std::uint32_t bytes) {
  const std::uint64_t pushed_out = ddio_.write(to, bytes);
  cached_ += bytes - pushed_out;
  return pushed_out > 0 ? queue(pushed_out) : 0;
}

Ps MemoryTraffic::queue(std::uint64_t octets) {
  const Ps now = timeline_.now();
  if (now - span_begin_ >= span) dma_rate();
  span_octets_ += octets;
  dram_ += octets;
  const Ps begin = std::max(now, free_);
  if (copies_.empty()) {
    free_ = begin + alone_.of(octets);
  } else {
    const std::uint64_t all = profile_.bandwidth.bits_per_s, taken = copying();
    free_ = begin + Rate{std::max(all - std::min(all, taken), all / 2)}.time_of(octets);
  }
  return begin - now;
}

Ps MemoryTraffic::copy(std::uint64_t bytes, Ps alone) {
  const std::uint64_t traffic = 2 * bytes;  // a copy reads and writes
  dram_ += traffic;
  const std::uint64_t all = profile_.bandwidth.bits_per_s, dma = dma_rate(), others = copying();
  const std::uint64_t left = all - std::min(all, dma + others);
  const std::uint64_t fair = all / 2 / (copies_.size() + 1);
  const Ps lasts = std::max(alone, Rate{std::max(left, fair)}.time_of(traffic));
  const auto rate = static_cast<std::uint64_t>(static_cast<double>(traffic) * 8e12 / static_cast<double>(lasts));
  copies_.push_back({timeline_.now() + lasts, rate});
  return lasts;
}

/// Bits a second of the copies that are under way.
std::uint64_t MemoryTraffic::copying() {
  const Ps now = timeline_.now();
  copies_.erase(std::remove_if(copies_.begin(), copies_.end(), [&](const Copy& c) { return c.end <= now; }),
                copies_.end());
  std::uint64_t sum = 0;
  for (const Copy& c : copies_) sum += c.bits_per_s;
  return sum;
}

/// Bits a second of DMA in the last whole span.
std::uint64_t MemoryTraffic::dma_rate() {
  const Ps now = timeline_.now();
  if (now - span_begin_ >= span) {
    last_span_octets_ = now - span_begin_ < 2 * span ? span_octets_ : 0;
    span_octets_ = 0;
    span_begin_ = now / span * span;
  }
  return last_span_octets_ * 8 * (1'000'000'000'000 / span);
}

void MemoryTraffic::settle() {
  if (dram_ > 0) probe_.count(dram_octets, tag_, dram_);
  if (cached_ > 0) probe_.count(ddio_octets, tag_, cached_);
  dram_ = cached_ = 0;
}

}  // namespace rocelab::host
