#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tlm/wire/octets.h"

namespace rocelab::wire {

/// The Internet checksum (RFC 1071): ones' complement sum of 16-bit words, summed in any order.
class Checksum {
 public:
  void add(const std::uint8_t* octets, std::size_t n) {
    // In the machine's own order, and turned once: a ones' complement sum does not mind (RFC 1071, 2 (B)).
    std::uint64_t sum = 0;
    for (; n >= 8; octets += 8, n -= 8) {
      const auto words = load<std::uint64_t>(octets);
      sum += (words & 0xffffffff) + (words >> 32);
    }
    if (n & 4) sum += load<std::uint32_t>(octets), octets += 4;
    if (n & 2) sum += load<std::uint16_t>(octets), octets += 2;
    if (n & 1) {
      const std::uint8_t last[2]{octets[0], 0};
      sum += load<std::uint16_t>(last);
    }
    const std::uint16_t folded = fold(sum);
    std::uint8_t turned[2];
    std::memcpy(turned, &folded, 2);
    sum_ += get16(turned);
  }
  void add16(std::uint16_t word) { sum_ += word; }
  void add32(std::uint32_t words) { sum_ += (words >> 16) + (words & 0xffff); }
  /// The value for the header field. Over data that includes a right field it is 0.
  std::uint16_t value() const { return static_cast<std::uint16_t>(~fold(sum_)); }

 private:
  template <class Word>
  static Word load(const std::uint8_t* at) {
    Word w;
    std::memcpy(&w, at, sizeof w);
    return w;
  }
  static std::uint16_t fold(std::uint64_t sum) {
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<std::uint16_t>(sum);
  }

  std::uint64_t sum_ = 0;
};

}  // namespace rocelab::wire
