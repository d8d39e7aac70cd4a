#include "host/memory/physical.h"

#include <algorithm>
#include <cstring>

namespace rocelab::host {

void PhysicalMemory::back(std::uint64_t index) const {
  if (index >= pieces_.size()) pieces_.resize(index + 1);
  // A piece that has been handed out to its end before anybody looks into it is the inside of a long buffer.
  const bool inside = (index + 1) << piece_bits <= brk_;
  pieces_[index] = Backing::make(piece_bytes, inside ? Backing::Use::all : Backing::Use::little);
}

namespace {
/// Octets from addr to the end of its piece.
constexpr std::uint64_t left_in(BusAddr addr, std::uint64_t piece) { return piece - (addr & (piece - 1)); }
}  // namespace

void PhysicalMemory::read(BusAddr from, std::uint8_t* to, std::uint64_t bytes) const {
  while (bytes > 0) {
    const std::uint64_t n = std::min(bytes, left_in(from, piece_bytes));
    std::memcpy(to, piece(from), n);
    from += n, to += n, bytes -= n;
  }
}

void PhysicalMemory::write(BusAddr to, const std::uint8_t* from, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t n = std::min(bytes, left_in(to, piece_bytes));
    std::memcpy(piece(to), from, n);
    to += n, from += n, bytes -= n;
  }
}

bool PhysicalMemory::holds(BusAddr at, const std::uint8_t* expected, std::uint64_t bytes) const {
  while (bytes > 0) {
    const std::uint64_t n = std::min(bytes, left_in(at, piece_bytes));
    if (std::memcmp(piece(at), expected, n) != 0) return false;
    at += n, expected += n, bytes -= n;
  }
  return true;
}

void PhysicalMemory::clear(BusAddr at, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t n = std::min(bytes, left_in(at, piece_bytes));
    std::memset(piece(at), 0, n);
    at += n, bytes -= n;
  }
}

void PhysicalMemory::copy(BusAddr to, BusAddr from, std::uint64_t bytes) {
  while (bytes > 0) {
    const std::uint64_t n = std::min({bytes, left_in(to, piece_bytes), left_in(from, piece_bytes)});
    std::memcpy(piece(to), piece(from), n);
    to += n, from += n, bytes -= n;
  }
}

BusAddr PhysicalMemory::allocate(std::uint64_t pages, std::uint64_t align) {
  if (pages == 1 && align == page_bytes && !freed_.empty()) {
    const BusAddr page = freed_.back();
    freed_.pop_back();
    clear(page, page_bytes);
    return page;
  }
  const BusAddr run = (brk_ + align - 1) / align * align;
  brk_ = run + pages * page_bytes;
  return run;
}

void PhysicalMemory::release(BusAddr page) { freed_.push_back(page); }

}  // namespace rocelab::host
