#pragma once
#include <cstddef>
#include <cstdint>

namespace rocelab::wire {

/// The Internet checksum (RFC 1071): ones' complement sum of 16-bit words, summed in any order.
class Checksum {
 public:
  void add(const std::uint8_t* octets, std::size_t n);
  void add16(std::uint16_t word) { sum_ += word; }
  void add32(std::uint32_t words) { sum_ += (words >> 16) + (words & 0xffff); }
  /// The value for the header field. Over data that includes a right field it is 0.
  std::uint16_t value() const;

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace rocelab::wire
