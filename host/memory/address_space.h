#pragma once
#include <map>
#include <optional>
#include <vector>

#include "host/memory/physical.h"

namespace rocelab::host {

/// The virtual memory of one process: which pages are mapped, where, and how often each is pinned.
/// Pinning forbids the OS to move or swap a page, which is what lets a device use its bus address.
class AddressSpace {
 public:
  explicit AddressSpace(PhysicalMemory& memory) : memory_(memory) {}

  /// Maps fresh zeroed pages for `bytes` and returns where they begin (page aligned, with an unmapped page behind
  /// every allocation so that an overrun faults).
  Va allocate(std::uint64_t bytes);
  void release(Va start);

  /// Bus address behind `va`, or nothing where no page is mapped.
  std::optional<BusAddr> translate(Va va) const;

  /// Bus addresses of the pages of [va, va+bytes), each pinned once more; nothing at all if one is not mapped.
  std::optional<std::vector<BusAddr>> pin(Va va, std::uint64_t bytes);
  void unpin(Va va, std::uint64_t bytes);
  std::uint64_t pinned_pages() const;

  /// The process's own loads and stores. Throws std::out_of_range (a segmentation fault) on an unmapped page.
  void load(Va from, std::uint8_t* to, std::uint64_t bytes) const;
  void store(Va to, const std::uint8_t* from, std::uint64_t bytes);
  /// Do these octets stand there? There are zeros afterwards, so that the same octets must arrive again to stand there
  /// again. Throws like load and store.
  bool take(Va, const std::uint8_t* expected, std::uint64_t bytes);

  /// The kernel's copies across the border: to and from the process's pages. Throw like load and store.
  void copy_out(BusAddr to, Va from, std::uint64_t bytes) const;
  void copy_in(Va to, BusAddr from, std::uint64_t bytes);

  PhysicalMemory& memory() { return memory_; }

 private:
  struct Page {
    BusAddr frame;
    std::uint32_t pins = 0;
  };

  template <class Step>
  void walk(Va va, std::uint64_t bytes, Step step) const;

  PhysicalMemory& memory_;
  static constexpr Va first_va = 0x7f00'0000'0000;
  Va brk_ = first_va;
  std::vector<Page> pages_;                // by page number from first_va; frame 0 = not mapped
  std::map<Va, std::uint64_t> allocated_;  // start → pages
};

}  // namespace rocelab::host
