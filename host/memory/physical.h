#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "host/memory/backing.h"
#include "tlm/memory_port.h"

namespace rocelab::host {

inline constexpr std::uint64_t page_bytes = 4096;
inline constexpr std::uint64_t huge_page_bytes = 2 << 20;

/// The RAM of one computer: real octets, backed on demand in 2 MiB pieces, so that 64 hosts stay light.
/// Pages are handed out in ascending order; freed single pages are used again, last freed first.
class PhysicalMemory {
 public:
  /// First page that is ever handed out; below lies nothing, so a null address is always a fault.
  static constexpr BusAddr base = 0x10'0000;

  void read(BusAddr from, std::uint8_t* to, std::uint64_t bytes) const;
  void write(BusAddr to, const std::uint8_t* from, std::uint64_t bytes);
  bool holds(BusAddr at, const std::uint8_t* expected, std::uint64_t bytes) const;
  void clear(BusAddr at, std::uint64_t bytes);
  /// Both ranges may not overlap.
  void copy(BusAddr to, BusAddr from, std::uint64_t bytes);

  /// Where `at` stands in this program for as long as this lives, and all behind it up to the next multiple of 2 MiB.
  std::uint8_t* octets(BusAddr at) { return piece(at); }

  /// A run of `pages` physically contiguous pages; `align` (a power of two) divides where it begins.
  BusAddr allocate(std::uint64_t pages, std::uint64_t align = page_bytes);
  void release(BusAddr page);

 private:
  static constexpr unsigned piece_bits = 21;
  static constexpr std::uint64_t piece_bytes = 1ULL << piece_bits;

  std::uint8_t* piece(BusAddr addr) const {
    const std::uint64_t index = addr >> piece_bits;
    if (index >= pieces_.size() || !pieces_[index]) back(index);
    return pieces_[index].get() + (addr & (piece_bytes - 1));
  }
  void back(std::uint64_t index) const;

  mutable std::vector<Backing::Octets> pieces_;
  BusAddr brk_ = base;
  std::vector<BusAddr> freed_;
};

}  // namespace rocelab::host
