#include "app/conformance/rc_memory.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace rocelab::app::replay {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t bus_offset = 0x7000'0000'0000;

}  // namespace

Va Memory::allocate(std::uint64_t bytes) {
  const std::uint64_t whole = (std::max<std::uint64_t>(bytes, 1) + page - 1) / page * page;
  const Va va = next_;
  blocks_.emplace(va, std::vector<std::uint8_t>(whole));
  next_ += whole + page;
  return va;
}

void Memory::release(Va va) { blocks_.erase(va); }

std::uint64_t Memory::mapped(Va va) const {
  const auto after = blocks_.upper_bound(va);
  if (after == blocks_.begin()) return 0;
  const auto& [start, octets] = *std::prev(after);
  return va - start < octets.size() ? octets.size() - (va - start) : 0;
}

std::optional<std::vector<BusAddr>> Memory::pages(Va va, std::uint64_t bytes) {
  if (mapped(va) < std::max<std::uint64_t>(bytes, 1)) return std::nullopt;
  std::vector<BusAddr> list;
  for (Va at = va / page * page; at < va + std::max<std::uint64_t>(bytes, 1); at += page)
    list.push_back(at + bus_offset);
  return list;
}

std::uint8_t* Memory::at(Va va, std::uint64_t bytes) {
  if (mapped(va) < bytes) throw std::logic_error("access to memory that is not mapped");
  const auto block = std::prev(blocks_.upper_bound(va));
  return block->second.data() + (va - block->first);
}

void Memory::read(BusAddr from, std::uint8_t* to, std::uint32_t bytes, Tag, Action done) {
  ask({from, to, nullptr, bytes, std::move(done)});
}

void Memory::write(BusAddr to, const std::uint8_t* from, std::uint32_t bytes, Tag, Action done) {
  ask({to, nullptr, from, bytes, std::move(done)});
}

void Memory::ask(Transfer t) {
  asked_.push_back(std::move(t));
  timeline_.after(0, [this] { perform(); });
}

void Memory::perform() {
  const Transfer& next = asked_.front();
  std::uint8_t* octets = next.bytes == 0 ? nullptr : at(next.bus - bus_offset, next.bytes);
  if (next.bytes != 0) next.to ? std::memcpy(next.to, octets, next.bytes) : std::memcpy(octets, next.from, next.bytes);
  Action done = std::move(asked_.front().done);
  asked_.pop_front();
  if (done) done();
}

}  // namespace rocelab::app::replay
