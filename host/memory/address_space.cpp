#include "host/memory/address_space.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace rocelab::host {

Va AddressSpace::allocate(std::uint64_t bytes, std::uint64_t page) {
  const std::uint64_t octets = std::max<std::uint64_t>(1, (bytes + page - 1) / page) * page;
  const Va start = (brk_ + page - 1) / page * page;
  pages_.resize(index_of(start));
  const std::uint64_t n = octets / page_bytes;
  BusAddr frame = memory_.allocate(n, page);
  for (std::uint64_t i = 0; i < n; ++i, frame += page_bytes) pages_.push_back({frame, 0, true, page > page_bytes});
  pages_.push_back({});  // the guard page
  brk_ = start + octets + page_bytes;
  allocated_[start] = n;
  return start;
}

void AddressSpace::release(Va start) {
  const auto it = allocated_.find(start);
  if (it == allocated_.end()) throw std::out_of_range("address space: release of an address that was not allocated");
  const std::uint64_t first = index_of(start), end = first + it->second;
  for (std::uint64_t i = first; i < end; ++i) {
    Page& page = pages_[i];
    page.mapped = false;
    const std::uint64_t head = page.huge ? index_of(page_of(first_va + i * page_bytes)) : i;
    if (pages_[head].pins == 0) memory_.release(std::exchange(page.frame, 0));
  }
  allocated_.erase(it);
}

std::uint64_t AddressSpace::page_size(Va va) const {
  const std::uint64_t index = index_of(va);
  return va >= first_va && index < pages_.size() && pages_[index].huge ? huge_page_bytes : page_bytes;
}

std::optional<BusAddr> AddressSpace::translate(Va va) const {
  const std::uint64_t index = index_of(va);
  if (va < first_va || index >= pages_.size() || !pages_[index].mapped) return std::nullopt;
  return pages_[index].frame + va % page_bytes;
}

std::optional<std::vector<BusAddr>> AddressSpace::pin(Va va, std::uint64_t bytes) {
  const Va end = va + std::max<std::uint64_t>(bytes, 1);
  std::vector<BusAddr> frames;
  for (Va page = page_of(va); page < end; page += page_size(page)) {
    const auto frame = translate(page);
    if (!frame) return std::nullopt;
    frames.push_back(*frame);
  }
  for (Va page = page_of(va); page < end; page += page_size(page)) ++pages_[index_of(page)].pins;
  return frames;
}

std::uint64_t AddressSpace::unpin(Va va, std::uint64_t bytes) {
  const Va end = va + std::max<std::uint64_t>(bytes, 1);
  std::uint64_t unpinned = 0;
  for (Va at = page_of(va); at < end && index_of(at) < pages_.size(); at += page_size(at)) {
    Page& head = pages_[index_of(at)];
    if (head.pins == 0) continue;
    ++unpinned;
    if (--head.pins > 0 || head.mapped) continue;
    for (std::uint64_t i = index_of(at); i < index_of(at + page_size(at)); ++i)
      memory_.release(std::exchange(pages_[i].frame, 0));
  }
  return unpinned;
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
