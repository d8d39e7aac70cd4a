#include "hw/nic/receive_steering.h"
#include "support/catch.h"
#include "tlm/packet_pool.h"
#include "tlm/wire/tcp_frame.h"

using namespace rocelab;
using namespace rocelab::nic;

namespace {

wire::Gid v4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  return wire::Gid::from_ipv4(static_cast<wire::Ipv4Address>(a) << 24 | b << 16 | c << 8 | d);
}

wire::Gid v6(std::array<std::uint16_t, 8> words) {
  wire::Gid g;
  for (std::size_t i = 0; i < 8; ++i) {
    g.octets[2 * i] = static_cast<std::uint8_t>(words[i] >> 8);
    g.octets[2 * i + 1] = static_cast<std::uint8_t>(words[i]);
  }
  return g;
}

struct Vector {
  Flow flow;
  std::uint32_t addresses, tcp;
};

/// "Verifying the RSS hash calculation", Windows driver documentation.
const std::vector<Vector> published{
    {{v4(66, 9, 149, 187), v4(161, 142, 100, 80), 2794, 1766}, 0x323e8fc2, 0x51ccc178},
    {{v4(199, 92, 111, 2), v4(65, 69, 140, 83), 14230, 4739}, 0xd718262a, 0xc626b0ea},
    {{v4(24, 19, 198, 95), v4(12, 22, 207, 184), 12898, 38024}, 0xd2d0a5de, 0x5c2b394a},
    {{v4(38, 27, 205, 30), v4(209, 142, 163, 6), 48228, 2217}, 0x82989176, 0xafc7327f},
    {{v4(153, 39, 163, 191), v4(202, 188, 127, 2), 44251, 1303}, 0x5d1809c5, 0x10e828a2},
    {{v6({0x3ffe, 0x2501, 0x200, 0x1fff, 0, 0, 0, 7}), v6({0x3ffe, 0x2501, 0x200, 3, 0, 0, 0, 1}), 2794, 1766},
     0x2cc18cd5,
     0x40207d3d},
    {{v6({0x3ffe, 0x501, 8, 0, 0x260, 0x97ff, 0xfe40, 0xefab}), v6({0xff02, 0, 0, 0, 0, 0, 0, 1}), 14230, 4739},
     0x0f0c461c,
     0xdde51bbf},
    {{v6({0x3ffe, 0x1900, 0x4545, 3, 0x200, 0xf8ff, 0xfe21, 0x67cf}),
      v6({0xfe80, 0, 0, 0, 0x200, 0xf8ff, 0xfe21, 0x67cf}), 44251, 38024},
     0x4b61e985,
     0x02d1feef},
};

PacketPtr frame_of(PacketPool& pool, const Flow& flow) {
  wire::TcpEnds ends;
  ends.source = flow.source;
  ends.destination = flow.destination;
  wire::TcpHeader header;
  header.source_port = flow.source_port;
  header.destination_port = flow.destination_port;
  PacketPtr p = pool.make(256);
  p->length = wire::write_tcp_headers(p->data, ends, header, 0, 1);
  return p;
}

}  // namespace

TEST_CASE("the Toeplitz hash is that of the published verification suite") {
  for (const Vector& v : published) {
    INFO(std::hex << v.tcp);
    CHECK(toeplitz(rss_key, rss_input(v.flow, false)) == v.addresses);
    CHECK(toeplitz(rss_key, rss_input(v.flow)) == v.tcp);
  }
}

TEST_CASE("the low seven bits of a frame's hash choose its receive queue from a table filled in turn") {
  PacketPool pool;
  const ReceiveSteering four(4);
  for (const Vector& v : published) {
    INFO(std::hex << v.tcp);
    CHECK(four.queue_of(*frame_of(pool, v.flow)) == (v.tcp & 0x7f) % 4);
  }
}

TEST_CASE("with one receive queue every frame goes there") {
  PacketPool pool;
  const ReceiveSteering one(1);
  for (const Vector& v : published) CHECK(one.queue_of(*frame_of(pool, v.flow)) == 0);
}

TEST_CASE("a frame that is not TCP goes to the first receive queue") {
  PacketPool pool;
  const ReceiveSteering four(4);
  PacketPtr p = pool.make(64);
  std::fill_n(p->data, 60, std::uint8_t{0});
  p->length = 60;
  CHECK(four.queue_of(*p) == 0);
}

TEST_CASE("a filter of the driver takes its flow to another queue and leaves the others alone") {
  PacketPool pool;
  ReceiveSteering four(4);
  const Flow& moved = published[0].flow;
  const unsigned elsewhere = (four.queue_of(moved) + 1) % 4;
  four.pin(moved, elsewhere);
  CHECK(four.queue_of(*frame_of(pool, moved)) == elsewhere);
  for (std::size_t i = 1; i < published.size(); ++i)
    CHECK(four.queue_of(published[i].flow) == (published[i].tcp & 0x7f) % 4);
}
