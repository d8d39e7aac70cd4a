#pragma once
#include <algorithm>
#include <vector>

#include "host/memory/physical.h"
#include "host/os/net_device.h"

namespace rocelab::host {

/// A socket's send buffer: a ring in kernel memory addressed by 64-bit stream offset. Bytes stay until acknowledged,
/// so that a retransmission is sent from the same place.
class SendBuffer {
 public:
  SendBuffer(PhysicalMemory& memory, std::uint64_t bytes)
      : base_(memory.allocate((bytes + page_bytes - 1) / page_bytes)), size_(bytes) {}

  std::uint64_t room() const { return size_ - (end_ - begin_); }
  std::uint64_t size() const { return size_; }
  std::uint64_t end() const { return end_; }
  /// Another size, as SO_SNDBUF gives it, before the first octet: at most the size that it was made with.
  void limit_to(std::uint64_t bytes) { size_ = std::min(size_, bytes); }

  /// Where the next `bytes` (at most room()) of the stream are to be copied to; they are part of the buffer then.
  std::vector<Piece> append(std::uint64_t bytes) {
    end_ += bytes;
    return pieces(end_ - bytes, bytes);
  }

  /// Where stream bytes [offset, offset + bytes) lie: one piece, two at the ring's edge.
  std::vector<Piece> pieces(std::uint64_t offset, std::uint64_t bytes) const {
    std::vector<Piece> all;
    while (bytes > 0) {
      const std::uint64_t at = offset % size_;
      const std::uint64_t n = std::min(bytes, size_ - at);
      all.push_back({base_ + at, static_cast<std::uint32_t>(n)});
      offset += n, bytes -= n;
    }
    return all;
  }

  /// Everything before `offset` has been acknowledged.
  void release_before(std::uint64_t offset) { begin_ = std::max(begin_, offset); }

 private:
  BusAddr base_;
  std::uint64_t size_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace rocelab::host
