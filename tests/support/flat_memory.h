#pragma once
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "tlm/memory_port.h"
#include "tlm/timeline.h"

namespace rocelab::test {

/// Memory of one host with one process: pages in scrambled order on the bus, so that an untranslated address or a run
/// taken over a page's end is noticed. Moves octets at once; `done` follows after `latency`.
class FlatMemory : public MemoryPort {
 public:
  static constexpr std::uint64_t page = 4096;

  explicit FlatMemory(Timeline& timeline) : timeline_(timeline) {}

  Va allocate(std::uint64_t bytes) {
    const std::uint64_t pages = std::max<std::uint64_t>(1, (bytes + page - 1) / page);
    const Va start = next_;
    next_ += (pages + 1) * page;  // an unmapped page behind
    for (std::uint64_t i = 0; i < pages; ++i) {
      frames_[start / page + i] = frame_;
      frame_ = frame_ & 1 ? frame_ - 1 : frame_ + 3;  // 1 0 3 2 5 4 …
    }
    octets_.resize((frames_.size() + 2) * page);
    return start;
  }
  std::optional<BusAddr> translate(Va va) const {
    const auto it = frames_.find(va / page);
    if (it == frames_.end()) return std::nullopt;
    return it->second * page + va % page;
  }
  std::optional<std::vector<BusAddr>> pages(Va va, std::uint64_t bytes) const {
    std::vector<BusAddr> out;
    for (std::uint64_t p = va / page; p <= (va + bytes - 1) / page; ++p) {
      const auto at = translate(p * page);
      if (!at) return std::nullopt;
      out.push_back(*at);
    }
    return out;
  }
  void load(Va from, std::uint8_t* to, std::uint64_t bytes) const {
    for (std::uint64_t i = 0; i < bytes; ++i) to[i] = octets_[translate(from + i).value()];
  }
  void store(Va to, const std::uint8_t* from, std::uint64_t bytes) {
    for (std::uint64_t i = 0; i < bytes; ++i) octets_[translate(to + i).value()] = from[i];
  }

  void read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) override {
    if (on_dma) on_dma(false, from, bytes);
    std::memcpy(to, &octets_.at(from + bytes - 1) - (bytes - 1), bytes);
    timeline_.after(latency, std::move(done));
  }
  void write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) override {
    if (on_dma) on_dma(true, to, bytes);
    std::memcpy(&octets_.at(to + bytes - 1) - (bytes - 1), from, bytes);
    timeline_.after(latency, std::move(done));
  }

  Ps latency = 0;
  /// Told of every access of the device before it happens.
  std::function<void(bool write, BusAddr, std::uint32_t bytes)> on_dma;

 private:
  Timeline& timeline_;
  std::vector<std::uint8_t> octets_;
  std::map<std::uint64_t, std::uint64_t> frames_;  // page number → frame number
  Va next_ = 0x10000;
  std::uint64_t frame_ = 1;
};

}  // namespace rocelab::test
