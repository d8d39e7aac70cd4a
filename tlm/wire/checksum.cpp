#include "tlm/wire/checksum.h"

#include "tlm/wire/octets.h"

namespace rocelab::wire {

void Checksum::add(const std::uint8_t* octets, std::size_t n) {
  for (; n >= 4; octets += 4, n -= 4) sum_ += get32(octets);
  if (n >= 2) sum_ += get16(octets), octets += 2, n -= 2;
  if (n == 1) sum_ += static_cast<std::uint32_t>(octets[0]) << 8;
}

std::uint16_t Checksum::value() const {
  std::uint64_t s = sum_;
  while (s >> 16) s = (s & 0xffff) + (s >> 16);
  return static_cast<std::uint16_t>(~s);
}

}  // namespace rocelab::wire
