#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "tlm/packet_pool.h"

namespace rocelab::fabric {

/// Frames waiting in order, with the octets they hold. A ring that doubles when full, so that no frame costs an
/// allocation once the queue has seen its deepest.
class FrameQueue {
 public:
  bool empty() const { return count_ == 0; }
  std::uint32_t frames() const { return count_; }
  /// Sum of Packet::frame_bytes().
  std::uint64_t bytes() const { return bytes_; }
  const Packet& front() const { return *ring_[head_]; }

  void push(PacketPtr packet) {
    if (count_ == ring_.size()) grow();
    bytes_ += packet->frame_bytes();
    ring_[(head_ + count_++) & (ring_.size() - 1)] = std::move(packet);
  }

  PacketPtr pop() {
    PacketPtr packet = std::move(ring_[head_]);
    head_ = (head_ + 1) & (ring_.size() - 1);
    --count_;
    bytes_ -= packet->frame_bytes();
    // The next but one: the next was asked for a frame ago.
    if (count_ > 1) PacketPool::prefetch(ring_[(head_ + 1) & (ring_.size() - 1)]);
    return packet;
  }

 private:
  void grow() {
    std::vector<PacketPtr> larger(ring_.empty() ? 8 : ring_.size() * 2);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = std::move(ring_[(head_ + i) & (ring_.size() - 1)]);
    ring_ = std::move(larger);
    head_ = 0;
  }

  std::vector<PacketPtr> ring_;  // size is a power of two
  std::size_t head_ = 0;
  std::uint32_t count_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace rocelab::fabric
