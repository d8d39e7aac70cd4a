#include "host/memory/backing.h"

#include <sys/mman.h>

#include <new>

namespace rocelab::host {

void Backing::Unmap::operator()(std::uint8_t* p) const { munmap(p, bytes); }

Backing::Octets Backing::make(std::size_t bytes, Use use) {
  // Twice as much holds an aligned piece; what stands before and behind it goes back at once.
  void* const mapped = mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<std::uint8_t*>(mapped);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(begin) & (bytes - 1);
  if (before > 0) munmap(begin, before);
  munmap(begin + before + bytes, bytes - before);
  // A wish: where it is not granted, the same octets stand in small pages.
  if (use == Use::all) madvise(begin + before, bytes, MADV_HUGEPAGE);
  return {begin + before, Unmap{bytes}};
}

}  // namespace rocelab::host
