#include "tlm/wire/crc32.h"

#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace rocelab::wire {
namespace {

constexpr std::uint32_t polynomial = 0xedb88320;  // 0x04c11db7 reflected

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// Slicing by eight (Kounavis and Berry): table k advances an octet by k further octets of zeros.
constexpr Tables make_tables() {
  Tables t{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = c >> 1 ^ (c & 1 ? polynomial : 0);
    t[0][i] = c;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t i = 0; i < 256; ++i) t[k][i] = t[k - 1][i] >> 8 ^ t[0][t[k - 1][i] & 255];
  }
  return t;
}

constexpr Tables tables = make_tables();

std::uint32_t advance(std::uint32_t c, const std::uint8_t* p, std::size_t n) {
  for (; n >= 8; p += 8, n -= 8) {
    std::uint32_t low, high;
    std::memcpy(&low, p, 4);
    std::memcpy(&high, p + 4, 4);
    low ^= c;
    c = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255] ^ tables[4][low >> 24] ^
        tables[3][high & 255] ^ tables[2][high >> 8 & 255] ^ tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
  }
  for (; n > 0; ++p, --n) c = c >> 8 ^ tables[0][(c ^ *p) & 255];
  return c;
}

#if defined(__x86_64__)

/// x^n mod P, reflected into 32 bits and shifted once, as the carry-less product of reflected operands wants it.
constexpr std::uint64_t power(unsigned n) {
  std::uint32_t c = 0x80000000;  // x^0
  for (; n > 0; --n) c = c >> 1 ^ (c & 1 ? polynomial : 0);
  return static_cast<std::uint64_t>(c) << 1;
}

/// Folds 64 octets a step into four accumulators (Gopal et al., "Fast CRC computation for generic polynomials using
/// PCLMULQDQ"), then into one; its 16 octets are what is left to be divided, which the tables do.
__attribute__((target("pclmul,sse4.1"))) std::uint32_t fold(std::uint32_t c, const std::uint8_t* p, std::size_t n) {
  const auto load = [](const std::uint8_t* at) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); };
  // Distances in bits from the low and high half of an accumulator to where it is added: the halves of a reflected
  // 128-bit word stand 64 bits apart, and the product is one bit short.
  const __m128i by64 = _mm_set_epi64x(static_cast<long long>(power(512 - 32)), static_cast<long long>(power(512 + 32)));
  const __m128i by16 = _mm_set_epi64x(static_cast<long long>(power(128 - 32)), static_cast<long long>(power(128 + 32)));
  __m128i a[4];
  for (int i = 0; i < 4; ++i) a[i] = load(p + 16 * i);
  a[0] = _mm_xor_si128(a[0], _mm_cvtsi32_si128(static_cast<int>(c)));
  for (p += 64, n -= 64; n >= 64; p += 64, n -= 64) {
    for (int i = 0; i < 4; ++i) {
      a[i] =
          _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(a[i], by64, 0x00), _mm_clmulepi64_si128(a[i], by64, 0x11)),
                        load(p + 16 * i));
    }
  }
  __m128i x = a[0];
  const auto join = [&](__m128i next) __attribute__((target("pclmul,sse4.1"))) {
    x = _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(x, by16, 0x00), _mm_clmulepi64_si128(x, by16, 0x11)), next);
  };
  for (int i = 1; i < 4; ++i) join(a[i]);
  for (; n >= 16; p += 16, n -= 16) join(load(p));
  alignas(16) std::uint8_t left[16];
  _mm_store_si128(reinterpret_cast<__m128i*>(left), x);
  return advance(advance(0, left, 16), p, n);
}

const bool has_pclmul = __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");

#endif

}  // namespace

std::uint32_t crc32_by_tables(const std::uint8_t* octets, std::size_t n, std::uint32_t before) {
  return ~advance(~before, octets, n);
}

std::uint32_t crc32(const std::uint8_t* octets, std::size_t n, std::uint32_t before) {
#if defined(__x86_64__)
  if (has_pclmul && n >= 64) return ~fold(~before, octets, n);
#endif
  return crc32_by_tables(octets, n, before);
}

}  // namespace rocelab::wire
