#include <algorithm>

#include "support/catch.h"
#include "tlm/packet_pool.h"
#include "tlm/random.h"
#include "tlm/wire/icrc.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"
#include "tlm/wire/roce_frame.h"
#include "tlm/wire/udp.h"
#include "tlm/wire/vectors.h"

namespace rocelab::wire {
namespace {

RoceTemplate template_like(const test::Vector& v) {
  RoceTemplate::Ends ends;
  const EthernetHeader eth = EthernetHeader::decode(v.frame.data());
  ends.source_mac = eth.source, ends.destination_mac = eth.destination;
  std::uint8_t tos;
  if (v.v6()) {
    const Ipv6Header ip = Ipv6Header::decode(v.ip());
    ends.source = ip.source, ends.destination = ip.destination, ends.hop_limit = ip.hop_limit;
    tos = ip.traffic_class;
  } else {
    const Ipv4Header ip = Ipv4Header::decode(v.ip());
    ends.source = Gid::from_ipv4(ip.source), ends.destination = Gid::from_ipv4(ip.destination);
    ends.hop_limit = ip.ttl;
    tos = ip.tos;
  }
  ends.dscp = tos >> 2, ends.ecn = static_cast<Ecn>(tos & 3);
  ends.source_port = UdpHeader::decode(v.ip() + v.l3_size()).source_port;
  return RoceTemplate(ends);
}

/// What a template does not choose: IPv4's identification, IPv6's flow label, a UDP checksum (ours is 0).
void adopt_free_fields(test::Octets& frame, const test::Vector& v) {
  if (v.v6()) {
    std::copy_n(&v.frame[15], 3, &frame[15]);
  } else {
    std::copy_n(&v.frame[18], 2, &frame[18]);
    std::copy_n(&v.frame[24], 2, &frame[24]);
  }
  std::copy_n(v.ip() + v.l3_size() + 6, 2, &frame[14 + v.l3_size() + 6]);
}

}  // namespace

TEST_CASE("a template builds every vector") {
  PacketPool pool;
  for (const auto& v : test::vectors()) {
    INFO(v.name);
    const RoceTemplate t = template_like(v);
    const Bth bth = Bth::decode(v.bth());
    const std::uint32_t extension = extension_size(bth.opcode);
    const auto payload = static_cast<std::uint32_t>(v.frame.size()) - t.header_size(bth.opcode) - icrc_size - bth.pad;
    REQUIRE(t.frame_size(bth.opcode, payload) == v.frame.size());
    REQUIRE(t.v6() == v.v6());

    const PacketPtr p = pool.make(t.frame_size(bth.opcode, payload));
    std::fill_n(p->data, p->capacity, std::uint8_t{0xee});
    std::uint8_t* at = t.write(*p, bth, payload);
    REQUIRE(p->icrc == Icrc::pending);
    REQUIRE(at == p->data + t.header_size(bth.opcode) - extension);
    std::copy_n(v.bth() + Bth::size, extension + payload, at);
    test::Octets frame(p->data, p->data + p->length);
    adopt_free_fields(frame, v);
    std::copy(frame.begin(), frame.end(), p->data);
    write_icrc(*p);
    CHECK(test::to_hex(p->data, p->length) == test::to_hex(v.frame.data(), v.frame.size()));
  }
}

TEST_CASE("a template sends a UDP checksum of 0 in IPv4 and IPv6 alike") {
  // RoCEv2 annex A17.3.1, and what the kernel's frames of both versions carry.
  PacketPool pool;
  for (const bool v6 : {false, true}) {
    RoceTemplate::Ends ends;
    ends.source = ends.destination = v6 ? Gid{{0x20, 1}} : Gid::from_ipv4(0x0a000001);
    const RoceTemplate t(ends);
    const PacketPtr p = pool.make(t.frame_size(Opcode::acknowledge, 0));
    t.write(*p, Bth{}, 0);
    const UdpHeader udp = UdpHeader::decode(p->data + 14 + (v6 ? 40 : 20));
    CHECK(udp.checksum == 0);
    CHECK(udp.destination_port == roce_port);
  }
}

TEST_CASE("successive IPv4 frames carry successive identifications and right checksums") {
  PacketPool pool;
  RoceTemplate::Ends ends;
  ends.source = Gid::from_ipv4(0x0a000001), ends.destination = Gid::from_ipv4(0x0a000002);
  const RoceTemplate t(ends);
  const PacketPtr p = pool.make(t.frame_size(Opcode::send_only, 100));
  t.write(*p, Bth{}, 100);
  const std::uint16_t first = Ipv4Header::decode(p->data + 14).id;
  t.write(*p, Bth{}, 100);
  CHECK(Ipv4Header::decode(p->data + 14).id == static_cast<std::uint16_t>(first + 1));
  CHECK(Ipv4Header::checksum_of(p->data + 14) == 0);
}

TEST_CASE("what a template writes for any opcode and length, a view reads") {
  PacketPool pool;
  Random random(5, "roce_template");
  for (unsigned code = 0; code < 256; ++code) {
    const auto op = static_cast<Opcode>(code);
    if (!traits(op).known) continue;
    for (const bool v6 : {false, true}) {
      RoceTemplate::Ends ends;
      ends.source = v6 ? Gid{{0x20, 1, 1}} : Gid::from_ipv4(0x0a000001);
      ends.destination = v6 ? Gid{{0x20, 1, 2}} : Gid::from_ipv4(0x0a000002);
      ends.dscp = 26, ends.ecn = Ecn::ect0;
      const RoceTemplate t(ends);
      const auto payload = static_cast<std::uint32_t>(traits(op).payload ? random.below(4097) : 0);
      const PacketPtr p = pool.make(t.frame_size(op, payload));
      std::fill_n(p->data, p->capacity, std::uint8_t{0xee});
      Bth bth;
      bth.opcode = op, bth.destination = Qpn{0x123456}, bth.psn = Psn(0xfedcba), bth.pad = 1;
      t.write(*p, bth, payload);
      const RoceView v = RoceView::parse(*p);
      INFO("opcode " << code << " payload " << payload);
      REQUIRE(v);
      CHECK(v.bth.opcode == op);
      CHECK(v.bth.pad == (-payload & 3));
      CHECK(v.payload_length == payload);
      CHECK(v.payload == p->data + t.header_size(op));
      CHECK(v.source() == ends.source);
      CHECK(v.destination() == ends.destination);
      CHECK(v.ecn == Ecn::ect0);
      CHECK(std::all_of(v.payload + payload, v.payload + payload + v.bth.pad, [](auto o) { return o == 0; }));
      write_icrc(*p);
      CHECK(icrc_ok(*p));
    }
  }
}

}  // namespace rocelab::wire
