#pragma once
#include <cstdint>

namespace rocelab::rc {

/// End-to-end flow credits: the low five bits of an ACK's syndrome say how many receive work requests are left, in a
/// rough scale (IBTA vol. 1, table 47). 31 = the responder does not limit (an SRQ, or a device that counts none).
inline constexpr std::uint8_t unlimited_credits = 31;
inline constexpr std::uint32_t credit_scale[31]{0,    1,    2,    3,    4,    6,     8,     12,    16,   24,   32,
                                                48,   64,   96,   128,  192,  256,   384,   512,   768,  1024, 1536,
                                                2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768};

/// The largest code that does not promise more than `left`.
constexpr std::uint8_t credit_code(std::uint32_t left) {
  std::uint8_t code = 0;
  while (code < 30 && credit_scale[code + 1] <= left) ++code;
  return code;
}

}  // namespace rocelab::rc
