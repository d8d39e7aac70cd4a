#include "tlm/wire/icrc.h"

#include <algorithm>

#include "support/catch.h"
#include "tlm/packet_pool.h"
#include "tlm/wire/vectors.h"

namespace rocelab::wire {
namespace {

PacketPtr packet_of(PacketPool& pool, const test::Octets& frame, Icrc state) {
  PacketPtr p = pool.make(static_cast<std::uint32_t>(frame.size()));
  std::copy(frame.begin(), frame.end(), p->data);
  p->length = static_cast<std::uint32_t>(frame.size());
  p->icrc = state;
  return p;
}

}  // namespace

TEST_CASE("the ICRC of every vector is right, from an exact-size buffer") {
  REQUIRE(test::vectors().size() >= 38);
  for (const auto& v : test::vectors()) {
    INFO(v.name);
    const test::Exact ip(v.ip(), v.frame.size() - 14);
    const std::uint32_t crc = icrc(ip.data(), ip.size());
    const std::uint8_t* stored = v.frame.data() + v.frame.size() - icrc_size;
    for (int i = 0; i < 4; ++i) CHECK(static_cast<std::uint8_t>(crc >> 8 * i) == stored[i]);
  }
}

TEST_CASE("a pending ICRC becomes the vector's octets and a damaged one is found") {
  PacketPool pool;
  for (const auto& v : test::vectors()) {
    INFO(v.name);
    auto bare = v.frame;
    std::fill(bare.end() - icrc_size, bare.end(), std::uint8_t{0});
    const PacketPtr p = packet_of(pool, bare, Icrc::pending);
    CHECK(icrc_ok(*p));
    write_icrc(*p);
    CHECK(p->icrc == Icrc::written);
    CHECK(test::to_hex(p->data, p->length) == test::to_hex(v.frame.data(), v.frame.size()));
    CHECK(icrc_ok(*p));
    p->data[p->length - icrc_size] ^= 1;
    CHECK_FALSE(icrc_ok(*p));
    write_icrc(*p);  // written octets are what they are
    CHECK_FALSE(icrc_ok(*p));
  }
}

TEST_CASE("of each packet exactly the variant octets may change") {
  PacketPool pool;
  for (const auto& v : test::vectors()) {
    INFO(v.name);
    const std::uint32_t l3 = v.l3_size();
    const auto variant = [&](std::uint32_t octet, std::uint32_t bit) {
      if (octet == l3 + 6 || octet == l3 + 7 || octet == l3 + 8 + 4) return true;
      if (v.v6()) return (octet == 0 && bit < 4) || (octet >= 1 && octet <= 3) || octet == 7;
      return octet == 1 || octet == 8 || octet == 10 || octet == 11;
    };
    const PacketPtr p = packet_of(pool, v.frame, Icrc::written);
    for (std::uint32_t octet = 0; octet + 14 < v.frame.size(); ++octet) {
      for (std::uint32_t bit = 0; bit < 8; ++bit) {
        p->data[14 + octet] ^= static_cast<std::uint8_t>(1u << bit);
        if (icrc_ok(*p) != variant(octet, bit)) FAIL_CHECK("octet " << octet << " bit " << bit);
        p->data[14 + octet] ^= static_cast<std::uint8_t>(1u << bit);
      }
    }
  }
}

TEST_CASE("the ICRC of a frame padded to the Ethernet minimum stands before the padding") {
  PacketPool pool;
  for (const auto& v : test::vectors()) {
    auto padded = v.frame;
    padded.resize(v.frame.size() + 6);
    INFO(v.name);
    CHECK(icrc_ok(*packet_of(pool, padded, Icrc::written)));
  }
}

TEST_CASE("a frame cut anywhere has no right ICRC and is not read past its end") {
  PacketPool pool;
  for (const auto& v : test::vectors()) {
    INFO(v.name);
    for (std::size_t n = 0; n < v.frame.size(); ++n) {
      test::Octets exact(v.frame.begin(), v.frame.begin() + static_cast<std::ptrdiff_t>(n));
      exact.shrink_to_fit();
      Packet p;
      p.data = exact.data();
      p.length = static_cast<std::uint32_t>(n);
      p.icrc = Icrc::written;
      CHECK_FALSE(icrc_ok(p));
    }
  }
}

}  // namespace rocelab::wire
