#include "host/memory/address_space.h"

#include <algorithm>
#include <stdexcept>

namespace rocelab::host {

Va AddressSpace::allocate(std::uint64_t bytes) {
  const std::uint64_t n = std::max<std::uint64_t>(1, (bytes + page_bytes - 1) / page_bytes);
  const Va start = brk_;
  BusAddr frame = memory_.allocate(n);
  for (std::uint64_t i = 0; i < n; ++i, frame += page_bytes) pages_.push_back({frame});
  pages_.push_back({0});  // the guard page
  brk_ += (n + 1) * page_bytes;
  allocated_[start] = n;
  return start;
}

void AddressSpace::release(Va start) {
  const auto it = allocated_.find(start);
  if (it == allocated_.end()) throw std::out_of_range("address space: release of an address that was not allocated");
  const std::uint64_t first = (start - first_va) / page_bytes;
  for (std::uint64_t i = first; i < first + it->second; ++i) {
    // A pinned page stays with the device until it is unpinned; it only leaves the process.
    if (pages_[i].pins == 0) memory_.release(pages_[i].frame);
    pages_[i] = {0};
  }
  allocated_.erase(it);
}

std::optional<BusAddr> AddressSpace::translate(Va va) const {
  const std::uint64_t index = (va - first_va) / page_bytes;
  if (va < first_va || index >= pages_.size() || pages_[index].frame == 0) return std::nullopt;
  return pages_[index].frame + va % page_bytes;
}

std::optional<std::vector<BusAddr>> AddressSpace::pin(Va va, std::uint64_t bytes) {
  const Va first = va / page_bytes * page_bytes;
  std::vector<BusAddr> frames;
  for (Va page = first; page < va + std::max<std::uint64_t>(bytes, 1); page += page_bytes) {
    const auto frame = translate(page);
    if (!frame) return std::nullopt;
    frames.push_back(*frame);
  }
  for (std::size_t i = 0; i < frames.size(); ++i) ++pages_[(first - first_va) / page_bytes + i].pins;
  return frames;
}

void AddressSpace::unpin(Va va, std::uint64_t bytes) {
  const std::uint64_t first = (va - first_va) / page_bytes;
  const std::uint64_t last = (va - first_va + std::max<std::uint64_t>(bytes, 1) - 1) / page_bytes;
  for (std::uint64_t i = first; i <= last && i < pages_.size(); ++i) {
    if (pages_[i].pins > 0) --pages_[i].pins;
  }
}

std::uint64_t AddressSpace::pinned_pages() const {
  return static_cast<std::uint64_t>(std::count_if(pages_.begin(), pages_.end(), [](const Page& p) { return p.pins; }));
}

template <class Step>
void AddressSpace::walk(Va va, std::uint64_t bytes, Step step) const {
  while (bytes > 0) {
    const auto at = translate(va);
    if (!at) throw std::out_of_range("segmentation fault: no page is mapped at the address");
    const std::uint64_t n = std::min(bytes, page_bytes - va % page_bytes);
    step(*at, n);
    va += n, bytes -= n;
  }
}

void AddressSpace::load(Va from, std::uint8_t* to, std::uint64_t bytes) const {
  walk(from, bytes, [&](BusAddr at, std::uint64_t n) { memory_.read(at, to, n), to += n; });
}

void AddressSpace::store(Va to, const std::uint8_t* from, std::uint64_t bytes) {
  walk(to, bytes, [&](BusAddr at, std::uint64_t n) { memory_.write(at, from, n), from += n; });
}

bool AddressSpace::take(Va va, const std::uint8_t* expected, std::uint64_t bytes) {
  bool same = true;
  // Page by page, while it is in the cache.
  walk(va, bytes, [&](BusAddr at, std::uint64_t n) {
    same = same && memory_.holds(at, expected, n);
    memory_.clear(at, n);
    expected += n;
  });
  return same;
}

void AddressSpace::copy_out(BusAddr to, Va from, std::uint64_t bytes) const {
  walk(from, bytes, [&](BusAddr at, std::uint64_t n) { memory_.copy(to, at, n), to += n; });
}

void AddressSpace::copy_in(Va to, BusAddr from, std::uint64_t bytes) {
  walk(to, bytes, [&](BusAddr at, std::uint64_t n) { memory_.copy(at, from, n), from += n; });
}

}  // namespace rocelab::host
