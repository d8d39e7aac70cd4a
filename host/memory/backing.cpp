#include "host/memory/backing.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace rocelab::host {

void Backing::Unmap::operator()(std::uint8_t* p) const {
  if (bytes > 0) {
    munmap(p, bytes);
  } else {
    std::free(p);
  }
}

namespace {

Backing::Octets from_heap(std::size_t bytes) {
  // Zeroed by the machine page by page, as far as it is touched at all.
  auto* const octets = static_cast<std::uint8_t*>(std::calloc(bytes, 1));
  if (!octets) throw std::bad_alloc();
  return {octets, {}};
}

Backing::Octets in_huge_page(std::size_t bytes) {
  // Twice as much holds an aligned piece; what stands before and behind it goes back at once.
  void* const mapped = mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<std::uint8_t*>(mapped);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(begin) & (bytes - 1);
  if (before > 0) munmap(begin, before);
  munmap(begin + before + bytes, bytes - before);
  // A wish: where it is not granted, the same octets stand in small pages.
  madvise(begin + before, bytes, MADV_HUGEPAGE);
  return {begin + before, Backing::Unmap{bytes}};
}

}  // namespace

Backing::Octets Backing::make(std::size_t bytes, Use use) {
  return use == Use::all ? in_huge_page(bytes) : from_heap(bytes);
}

}  // namespace rocelab::host
