#pragma once
#include <cstdint>
#include <vector>

namespace rocelab::fabric {

/// The ingress ports of the frames that wait in one egress queue, in its order: whose account a frame leaves.
class OriginQueue {
 public:
  void push(std::uint16_t port) {
    if (count_ == ring_.size()) grow();
    ring_[(head_ + count_++) & (ring_.size() - 1)] = port;
  }

  std::uint16_t pop() {
    const std::uint16_t port = ring_[head_];
    head_ = (head_ + 1) & (ring_.size() - 1);
    --count_;
    return port;
  }

  bool holds(std::size_t port) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (ring_[(head_ + i) & (ring_.size() - 1)] == port) return true;
    }
    return false;
  }

 private:
  void grow() {
    std::vector<std::uint16_t> larger(ring_.empty() ? 8 : ring_.size() * 2);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = ring_[(head_ + i) & (ring_.size() - 1)];
    ring_ = std::move(larger);
    head_ = 0;
  }

  std::vector<std::uint16_t> ring_;  // size is a power of two
  std::size_t head_ = 0, count_ = 0;
};

}  // namespace rocelab::fabric
