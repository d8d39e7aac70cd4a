#include "tlm/wire/crc32.h"

#include <vector>

#include "support/catch.h"
#include "tlm/random.h"

namespace rocelab::wire {
namespace {

/// The definition, a bit at a time, as a third opinion.
std::uint32_t bit_by_bit(const std::uint8_t* p, std::size_t n, std::uint32_t before) {
  std::uint32_t c = ~before;
  for (std::size_t i = 0; i < n; ++i) {
    c ^= p[i];
    for (int bit = 0; bit < 8; ++bit) c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
  }
  return ~c;
}

std::vector<std::uint8_t> random_octets(Random& random, std::size_t n) {
  std::vector<std::uint8_t> v(n);
  for (auto& o : v) o = static_cast<std::uint8_t>(random.next());
  return v;
}

}  // namespace

TEST_CASE("CRC-32 has the published check value") {
  const auto* digits = reinterpret_cast<const std::uint8_t*>("123456789");
  CHECK(crc32(digits, 9) == 0xcbf43926);
  CHECK(crc32_by_tables(digits, 9) == 0xcbf43926);
  CHECK(crc32(digits, 0) == 0);
}

TEST_CASE("CRC-32 by carry-less multiply, by tables and by bits agree for every short length") {
  Random random(1, "crc32.short");
  for (std::size_t n = 0; n <= 300; ++n) {
    const auto v = random_octets(random, n);
    const auto before = static_cast<std::uint32_t>(random.next());
    const std::uint32_t wanted = bit_by_bit(v.data(), n, before);
    INFO("length " << n);
    REQUIRE(crc32(v.data(), n, before) == wanted);
    REQUIRE(crc32_by_tables(v.data(), n, before) == wanted);
  }
}

TEST_CASE("CRC-32 agrees for random lengths, alignments and cuts") {
  Random random(1, "crc32.long");
  const auto v = random_octets(random, 20'000);
  for (int i = 0; i < 500; ++i) {
    const std::size_t from = random.below(64), n = random.below(v.size() - from), cut = random.below(n + 1);
    const std::uint8_t* p = v.data() + from;
    INFO("from " << from << " length " << n << " cut " << cut);
    const std::uint32_t whole = crc32_by_tables(p, n);
    REQUIRE(crc32(p, n) == whole);
    REQUIRE(crc32(p + cut, n - cut, crc32(p, cut)) == whole);
    REQUIRE(crc32_by_tables(p + cut, n - cut, crc32_by_tables(p, cut)) == whole);
  }
}

}  // namespace rocelab::wire
