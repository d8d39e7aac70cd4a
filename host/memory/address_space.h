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
  Va allocate(std::uint64_t bytes) { return allocate(bytes, page_bytes); }
  /// The same in pages of `page` octets, page_bytes or huge_page_bytes.
  Va allocate(std::uint64_t bytes, std::uint64_t page);
  /// A page that is pinned leaves the process at once and goes back to the system when it is unpinned.
  void release(Va start);

  /// Bus address behind `va`, or nothing where no page is mapped.
  std::optional<BusAddr> translate(Va va) const;

  /// Octets of the page that `va` lies in.
  std::uint64_t page_size(Va va) const;
  /// Bus addresses of the pages of [va, va+bytes), each pinned once more; nothing at all if one is not mapped.
  std::optional<std::vector<BusAddr>> pin(Va va, std::uint64_t bytes);
  /// How many pages lost a pin.
  std::uint64_t unpin(Va va, std::uint64_t bytes);
  /// Pages of 4 KiB and huge ones alike count one.
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
  /// 4 KiB of address space. Of a huge page each piece has its frame, and the first bears the pins.
  struct Page {
    BusAddr frame = 0;
    std::uint32_t pins = 0;
    bool mapped = false;
    bool huge = false;
  };

  std::uint64_t index_of(Va va) const { return (va - first_va) / page_bytes; }
  /// Where the page of `va` begins.
  Va page_of(Va va) const { return va / page_size(va) * page_size(va); }

  template <class Step>
  void walk(Va va, std::uint64_t bytes, Step step) const;

  PhysicalMemory& memory_;
  static constexpr Va first_va = 0x7f00'0000'0000;
  Va brk_ = first_va;
  std::vector<Page> pages_;                // by page number from first_va
  std::map<Va, std::uint64_t> allocated_;  // start → pages
};

}  // namespace rocelab::host
