#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace rocelab::host {

/// Octets of this program that stand for a piece of a computer's RAM.
class Backing {
 public:
  /// How much of it will be used: `little`, in pages of 4 KiB as they are touched; `all`, in one huge page where the
  /// machine has one, which saves 512 faults and nearly all misses of the TLB while DMA walks through a buffer.
  enum class Use : std::uint8_t { little, all };
  struct Unmap {
    std::size_t bytes = 0;
    void operator()(std::uint8_t*) const;
  };
  using Octets = std::unique_ptr<std::uint8_t, Unmap>;

  /// `bytes` zeros, at an address that they divide (a power of two, of pages). Throws std::bad_alloc.
  static Octets make(std::size_t bytes, Use);
};

}  // namespace rocelab::host
