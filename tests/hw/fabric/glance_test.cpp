#include "hw/fabric/glance.h"

#include "bench.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;

TEST_CASE("a glance finds PSN, QPN and TCP sequence number") {
  Bench b;
  const auto rc = find_sequence(*b.roce(0xabcdef, 0x123456));
  REQUIRE(rc);
  CHECK(rc->of == Sequence::Of::rc);
  CHECK(rc->number == 0xabcdef);
  CHECK(rc->qpn == Qpn{0x123456});

  const auto tcp = find_sequence(*b.tcp(0xfedcba98));
  REQUIRE(tcp);
  CHECK(tcp->of == Sequence::Of::tcp);
  CHECK(tcp->number == 0xfedcba98);
}

TEST_CASE("a glance sees through a VLAN tag, IPv4 options and IPv6") {
  Bench b;
  PacketPtr tagged = b.plain(200);
  Bench::write(*tagged, 12, 0x8100, 2);
  Bench::write(*tagged, 16, 0x0800, 2);
  tagged->data[18] = 0x47;  // 28 octets of header
  Bench::write(*tagged, 24, 0, 2);
  tagged->data[27] = 6;
  REQUIRE(find_transport(*tagged));
  CHECK(find_transport(*tagged)->offset == 18 + 28);

  PacketPtr v6 = b.plain(200);
  Bench::write(*v6, 12, 0x86dd, 2);
  v6->data[20] = 17;
  Bench::write(*v6, 54 + 2, 4791, 2);
  CHECK(find_bth(*v6) == 62u);
}

TEST_CASE("a glance is not fooled by other ports, fragments, other ethertypes and short frames") {
  Bench b;
  PacketPtr p = b.roce(5);
  Bench::write(*p, 36, 4792, 2);
  CHECK_FALSE(find_bth(*p));
  p = b.roce(5);
  Bench::write(*p, 20, 1, 2);  // fragment offset 8
  CHECK_FALSE(find_bth(*p));
  CHECK_FALSE(find_sequence(*b.plain(1000)));
  for (std::uint32_t length = 1; length < 54; ++length) {
    PacketPtr cut = b.roce(5);
    cut->length = length;
    CHECK_FALSE(find_bth(*cut));
  }
  CHECK(destination_mac(*b.plain(60, 0x0200000000ff)) == 0x0200000000ff);
}
