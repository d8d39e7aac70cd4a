#include "host/os/receive_queue.h"

#include <algorithm>

namespace rocelab::host {

bool ReceiveQueue::store(std::uint64_t offset, Fragment f) {
  const auto trim_front = [&](std::uint64_t n) { offset += n, f.addr += n, f.bytes -= static_cast<std::uint32_t>(n); };
  if (offset + f.bytes <= read_) return false;
  if (offset < read_) trim_front(read_ - offset);
  // What stands there already wins: trim behind a predecessor, before a successor.
  auto next = fragments_.upper_bound(offset);
  if (next != fragments_.begin()) {
    const auto& [at, before] = *std::prev(next);
    if (at + before.bytes >= offset + f.bytes) return false;
    if (at + before.bytes > offset) trim_front(at + before.bytes - offset);
  }
  if (next != fragments_.end() && next->first < offset + f.bytes) {
    f.bytes = static_cast<std::uint32_t>(next->first - offset);
    if (f.bytes == 0) return false;
  }
  fragments_.emplace(offset, f);
  return true;
}

std::optional<Piece> ReceiveQueue::take(std::uint64_t bytes, const std::function<void(BusAddr)>& give_back) {
  if (readable() == 0 || bytes == 0) return std::nullopt;
  const auto first = fragments_.begin();
  Fragment& f = first->second;
  const std::uint64_t skip = read_ - first->first;
  const auto n = static_cast<std::uint32_t>(std::min({bytes, f.bytes - skip, readable()}));
  const Piece piece{f.addr + skip, n};
  read_ += n;
  if (skip + n == f.bytes) {
    give_back(f.buffer);
    fragments_.erase(first);
  }
  return piece;
}

}  // namespace rocelab::host
