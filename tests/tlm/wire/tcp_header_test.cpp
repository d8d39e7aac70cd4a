#include <algorithm>

#include "support/catch.h"
#include "tlm/random.h"
#include "tlm/wire/tcp.h"
#include "tlm/wire/vectors.h"

namespace rocelab::wire {
namespace {

std::string options_of(const TcpOptions& o) {
  TcpHeader h;
  h.options = o;
  std::uint8_t octets[TcpHeader::max_size + 8];
  std::fill(std::begin(octets), std::end(octets), std::uint8_t{0xaa});
  h.encode(octets);
  REQUIRE(h.size() <= TcpHeader::max_size);
  CHECK(octets[12] >> 4 == h.size() / 4);
  CHECK(octets[h.size()] == 0xaa);
  return test::to_hex(octets + TcpHeader::base_size, h.size() - TcpHeader::base_size);
}

std::optional<TcpHeader> decode(const std::string& options_hex) {
  test::Octets octets = test::from_hex(std::string(40, '0') + options_hex);
  octets[12] = static_cast<std::uint8_t>(octets.size() / 4 << 4);
  const test::Exact exact(octets.data(), octets.size());
  std::uint32_t n = 0;
  return TcpHeader::decode(exact.data(), exact.size(), n);
}

TcpHeader random_header(Random& random) {
  TcpHeader h;
  h.source_port = static_cast<std::uint16_t>(random.next()),
  h.destination_port = static_cast<std::uint16_t>(random.next());
  h.seq = static_cast<std::uint32_t>(random.next()), h.ack = static_cast<std::uint32_t>(random.next());
  h.flags = static_cast<std::uint8_t>(random.next()), h.window = static_cast<std::uint16_t>(random.next());
  h.checksum = static_cast<std::uint16_t>(random.next()), h.urgent = static_cast<std::uint16_t>(random.next());
  if (random.chance(0.5)) {
    h.options.mss = static_cast<std::uint16_t>(random.next());
    h.options.sack_permitted = random.chance(0.5);
    if (random.chance(0.5)) h.options.window_scale = static_cast<std::uint8_t>(random.below(15));
  } else {
    h.options.sack_blocks = static_cast<std::uint8_t>(random.below(4));
    for (auto& b : h.options.sack)
      b = {static_cast<std::uint32_t>(random.next()), static_cast<std::uint32_t>(random.next())};
  }
  if (random.chance(0.5)) h.options.timestamps = {static_cast<std::uint32_t>(random.next()), 5};
  return h;
}

}  // namespace

TEST_CASE("TCP options stand in the order and with the padding of Linux") {
  TcpOptions syn;
  syn.mss = 1460, syn.sack_permitted = true, syn.window_scale = 7;
  syn.timestamps = {0x01020304, 0};
  CHECK(options_of(syn) ==
        "020405b4"
        "0402080a"
        "01020304"
        "00000000"
        "01030307");
  syn.timestamps.reset();
  CHECK(options_of(syn) ==
        "020405b4"
        "01010402"
        "01030307");
  syn.sack_permitted = false;
  CHECK(options_of(syn) ==
        "020405b4"
        "01030307");

  TcpOptions data;
  CHECK(options_of(data).empty());
  data.timestamps = {1, 2};
  CHECK(options_of(data) ==
        "0101080a"
        "00000001"
        "00000002");
  data.sack_blocks = 1, data.sack[0] = {3, 4};
  CHECK(options_of(data) ==
        "0101080a"
        "00000001"
        "00000002"
        "0101050a"
        "00000003"
        "00000004");
  data.timestamps.reset();
  data.sack_blocks = 2, data.sack[1] = {5, 6};
  CHECK(options_of(data) ==
        "01010512"
        "00000003"
        "00000004"
        "00000005"
        "00000006");
}

TEST_CASE("a TCP header decodes to what was encoded") {
  Random random(9, "tcp");
  for (int round = 0; round < 500; ++round) {
    const TcpHeader h = random_header(random);
    std::uint8_t octets[TcpHeader::max_size], again[TcpHeader::max_size];
    h.encode(octets);
    std::uint32_t n = 0;
    const test::Exact exact(octets, h.size());
    const auto back = TcpHeader::decode(exact.data(), exact.size(), n);
    REQUIRE(back);
    REQUIRE(n == h.size());
    back->encode(again);
    REQUIRE(test::to_hex(again, n) == test::to_hex(octets, n));
    REQUIRE(back->seq == h.seq);
    REQUIRE(back->flags == h.flags);
    REQUIRE(back->options.sack_blocks == h.options.sack_blocks);
    REQUIRE(back->options.mss == h.options.mss);
    for (std::uint32_t cut = 0; cut < h.size(); ++cut) {
      const test::Exact part(octets, cut);
      REQUIRE_FALSE(TcpHeader::decode(part.data(), part.size(), n));
    }
  }
}

TEST_CASE("unknown TCP options are skipped, an end of options ends them") {
  const auto h = decode(
      "fe04aaaa"
      "020405b4"
      "00ffffff");
  REQUIRE(h);
  CHECK(h->options.mss == std::uint16_t{1460});
  CHECK_FALSE(h->options.timestamps);
}

TEST_CASE("a TCP option with a wrong length is refused without reading past the header") {
  for (const char* hex : {"02030500", "01010300", "04030101",
                          "01010509"
                          "00000000"
                          "00000000",
                          "01010804"
                          "00000000"
                          "00000000",
                          "fe000000", "fe010000", "fe050000", "010101fe"}) {
    INFO(hex);
    CHECK_FALSE(decode(hex));
  }
}

TEST_CASE("a TCP data offset below five words or past the packet is refused") {
  std::uint8_t octets[TcpHeader::base_size] = {};
  std::uint32_t n = 0;
  for (const unsigned words : {0u, 4u, 6u, 15u}) {
    octets[12] = static_cast<std::uint8_t>(words << 4);
    CHECK_FALSE(TcpHeader::decode(octets, sizeof octets, n));
  }
  octets[12] = 5 << 4;
  CHECK(TcpHeader::decode(octets, sizeof octets, n));
}

}  // namespace rocelab::wire
