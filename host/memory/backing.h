#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

namespace rocelab::host {

/// Octets of this program that stand for a piece of a computer's RAM.
class Backing {
 public:
  /// How much of it will be used: `little`, in pages of 4 KiB as they are touched, wherever the heap puts it (aligned,
  /// the rings of 64 hosts would push each other out of the same sets of a cache); `all`, in one huge page where the
  /// machine has one, which saves 512 faults and nearly all misses of the TLB while DMA walks through a buffer.
  enum class Use : std::uint8_t { little, all };
  struct Unmap {
    std::size_t bytes = 0;  // 0: from the heap
    void operator()(std::uint8_t*) const;
  };
  using Octets = std::unique_ptr<std::uint8_t, Unmap>;

  /// So many zeros, a power of two and of pages. Throws std::bad_alloc.
  static Octets make(std::size_t bytes, Use);
};

}  // namespace rocelab::host
