#include "tlm/wire/traffic_class.h"

#include "support/catch.h"
#include "tlm/packet_pool.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"

using namespace rocelab;
using namespace rocelab::wire;

namespace {

PacketPtr ipv4(PacketPool& pool, std::uint8_t tos) {
  PacketPtr p = pool.make(64);
  p->length = 60;
  std::memset(p->data, 0, 60);
  EthernetHeader{1, 2, EtherType::ipv4}.encode(p->data);
  Ipv4Header h;
  h.tos = tos;
  h.total_length = 46;
  h.source = 0x0a000001;
  h.destination = 0x0a000002;
  h.encode(p->data + 14);
  return p;
}

}  // namespace

TEST_CASE("the traffic class of IPv4 is read and written and the checksum stays right") {
  PacketPool pool;
  for (unsigned tos = 0; tos < 256; ++tos) {
    const PacketPtr p = ipv4(pool, static_cast<std::uint8_t>(tos));
    const auto c = traffic_class(*p);
    REQUIRE(c);
    CHECK(c->dscp == tos >> 2);
    CHECK(static_cast<unsigned>(c->ecn) == (tos & 3));
    set_traffic_class(*p, {static_cast<std::uint8_t>(63 - c->dscp), Ecn::ce});
    CHECK(traffic_class(*p)->dscp == 63 - (tos >> 2));
    CHECK(traffic_class(*p)->ecn == Ecn::ce);
    CHECK(Ipv4Header::checksum_of(p->data + 14) == 0);
  }
}

TEST_CASE("the traffic class of IPv6 leaves version and flow label alone") {
  PacketPool pool;
  const PacketPtr p = pool.make(128);
  p->length = 100;
  std::memset(p->data, 0, 100);
  EthernetHeader{1, 2, EtherType::ipv6}.encode(p->data);
  put32(p->data + 14, 0x6a2c1234);
  CHECK(traffic_class(*p)->dscp == 0xa2 >> 2);
  CHECK(traffic_class(*p)->ecn == Ecn::ect0);
  set_traffic_class(*p, {26, Ecn::ce});
  CHECK(get32(p->data + 14) == (0x600c1234 | (26 << 2 | 3) << 20));
}

TEST_CASE("the traffic class is found behind an 802.1Q tag and nowhere in other frames") {
  PacketPool pool;
  const PacketPtr plain = ipv4(pool, 0x6a);
  const PacketPtr tagged = pool.make(64);
  tagged->length = 64;
  std::memcpy(tagged->data, plain->data, 12);
  put32(tagged->data + 12, 0x81006000);
  std::memcpy(tagged->data + 16, plain->data + 12, 48);
  CHECK(traffic_class(*tagged)->dscp == 26);
  put16(plain->data + 12, 0x88b5);
  CHECK_FALSE(traffic_class(*plain));
}
