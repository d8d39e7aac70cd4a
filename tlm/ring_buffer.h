#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace rocelab {

/// A queue in one piece of memory that doubles when it is full and never shrinks: nothing is allocated once it has
/// reached the depth a run needs. Indices run free, so an element can be named while it waits.
template <class T>
class RingBuffer {
 public:
  bool empty() const { return head_ == tail_; }
  std::uint32_t size() const { return tail_ - head_; }
  /// Number of the front element.
  std::uint32_t first() const { return head_; }
  /// Returns the element's number.
  std::uint32_t push(T value) {
    if (size() == slots_.size()) grow();
    (*this)[tail_] = std::move(value);
    return tail_++;
  }
  T& front() { return (*this)[head_]; }
  T pop() { return std::exchange((*this)[head_++], T{}); }
  /// Valid from push to pop.
  T& operator[](std::uint32_t number) { return slots_[number & (slots_.size() - 1)]; }
  void clear() {
    while (!empty()) pop();
  }

 private:
  void grow() {
    std::vector<T> wider(slots_.empty() ? 16 : slots_.size() * 2);
    for (std::uint32_t i = head_; i != tail_; ++i) wider[i & (wider.size() - 1)] = std::move((*this)[i]);
    slots_ = std::move(wider);
  }

  std::vector<T> slots_;
  std::uint32_t head_ = 0, tail_ = 0;
};

}  // namespace rocelab
