#pragma once
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace rocelab {

/// A queue in one piece of memory that doubles when it is full and never shrinks: nothing is allocated once it has
/// reached the depth a run needs. Indices run free, so an element can be named while it waits. What has left remains as
/// it was moved from until its slot is used again.
template <class T>
class RingBuffer {
 public:
  bool empty() const { return head_ == tail_; }
  std::uint32_t size() const { return tail_ - head_; }
  /// Number of the front element.
  std::uint32_t first() const { return head_; }
  /// Number of the element that is added next.
  std::uint32_t end() const { return tail_; }
  /// Returns the element's number.
  std::uint32_t push(T&& value) {
    add() = std::move(value);
    return tail_ - 1;
  }
  std::uint32_t push(const T& value) { return push(T(value)); }
  /// One more element, for the caller to fill: whatever its slot held before.
  T& add() {
    if (size() == capacity_) grow();
    return (*this)[tail_++];
  }
  T& front() { return (*this)[head_]; }
  T pop() { return std::move((*this)[head_++]); }
  /// The front element has been moved from.
  void pass() { ++head_; }
  void drop() {
    if constexpr (std::is_trivially_destructible_v<T>) {
      pass();
    } else {
      (*this)[head_++] = T{};
    }
  }
  /// Valid from push to pop.
  T& operator[](std::uint32_t number) { return slots_[number & (capacity_ - 1)]; }
  void clear() {
    while (!empty()) drop();
  }

 private:
  [[gnu::noinline]] void grow() {
    std::vector<T> wider(slots_.empty() ? 16 : slots_.size() * 2);
    const auto capacity = static_cast<std::uint32_t>(wider.size());
    for (std::uint32_t i = head_; i != tail_; ++i) wider[i & (capacity - 1)] = std::move((*this)[i]);
    slots_ = std::move(wider);
    capacity_ = capacity;
  }

  std::vector<T> slots_;
  std::uint32_t capacity_ = 0;  // a power of two; beside the vector's own, which takes a division by the size of T
  std::uint32_t head_ = 0, tail_ = 0;
};

}  // namespace rocelab
