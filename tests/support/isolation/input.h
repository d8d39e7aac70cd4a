#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace rocelab::isolation {

/// The octets of one input, taken from the front; zeros once they are used up.
class Input {
 public:
  Input(const std::uint8_t* at, std::size_t size) : at_(at), left_(size) {}

  bool empty() const { return left_ == 0; }
  std::size_t left() const { return left_; }
  std::uint8_t octet() {
    if (left_ == 0) return 0;
    --left_;
    return *at_++;
  }
  template <class Number>
  Number number() {
    Number n = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) n = static_cast<Number>(n << 8 | octet());
    return n;
  }
  std::size_t take(std::uint8_t* to, std::size_t most) {
    const std::size_t n = std::min(most, left_);
    std::copy_n(at_, n, to);
    at_ += n;
    left_ -= n;
    return n;
  }

 private:
  const std::uint8_t* at_;
  std::size_t left_;
};

}  // namespace rocelab::isolation
