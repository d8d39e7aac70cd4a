#pragma once
#include <cstdint>

#include "tlm/units.h"

namespace rocelab::rc {

/// Local ACK timeout: 4.096 µs · 2^code, code 0 = no timer (IBTA vol. 1, 9.9.2.1.1; 5 bits).
constexpr Ps ack_timeout(std::uint8_t code) { return code == 0 ? never : Ps{4'096'000} << (code & 31); }

/// RNR NAK timer field (IBTA vol. 1, table 46), in units of 10 µs. Code 0 is the longest, 655.36 ms.
inline constexpr std::uint32_t rnr_timer_10us[32]{65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
                                                  48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
                                                  2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};
constexpr Ps rnr_timer(std::uint8_t code) { return Ps{rnr_timer_10us[code & 31]} * 10'000'000; }

}  // namespace rocelab::rc
