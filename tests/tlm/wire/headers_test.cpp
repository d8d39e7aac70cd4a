#include <algorithm>
#include <array>

#include "support/catch.h"
#include "tlm/random.h"
#include "tlm/wire/aeth.h"
#include "tlm/wire/bth.h"
#include "tlm/wire/ethernet.h"
#include "tlm/wire/extension.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/ipv6.h"
#include "tlm/wire/udp.h"
#include "tlm/wire/vectors.h"

namespace rocelab::wire {
namespace {

using Mask = std::initializer_list<std::pair<std::size_t, std::uint8_t>>;

/// Decoding any octets and encoding the result gives the octets back, but for the bits that `fixed` names (octet, bits
/// that the header does not keep); and what is encoded stays inside the header.
template <class Header>
void keeps_all_bits(const char* stream, Mask fixed = {}) {
  Random random(7, stream);
  for (int round = 0; round < 300; ++round) {
    std::array<std::uint8_t, Header::size> in;
    std::generate(in.begin(), in.end(), [&] { return static_cast<std::uint8_t>(random.next()); });
    for (const auto& [at, bits] : fixed) in[at] &= static_cast<std::uint8_t>(~bits);
    std::array<std::uint8_t, Header::size + 8> out;
    out.fill(0xaa);
    Header::decode(in.data()).encode(out.data());
    for (const auto& [at, bits] : fixed) out[at] &= static_cast<std::uint8_t>(~bits);
    REQUIRE(test::to_hex(out.data(), Header::size) == test::to_hex(in.data(), Header::size));
    REQUIRE(std::all_of(out.begin() + Header::size, out.end(), [](std::uint8_t o) { return o == 0xaa; }));
  }
}

template <class Header>
std::string hex_of(const Header& h) {
  std::array<std::uint8_t, Header::size> octets;
  h.encode(octets.data());
  return test::to_hex(octets.data(), octets.size());
}

}  // namespace

TEST_CASE("every header decodes to what encodes to the same octets") {
  keeps_all_bits<EthernetHeader>("ethernet");
  // Version and header length are constants, the checksum is computed.
  keeps_all_bits<Ipv4Header>("ipv4", {{0, 0xff}, {10, 0xff}, {11, 0xff}});
  keeps_all_bits<Ipv6Header>("ipv6", {{0, 0xf0}});
  keeps_all_bits<UdpHeader>("udp");
  keeps_all_bits<Bth>("bth");
  keeps_all_bits<Reth>("reth");
  keeps_all_bits<AtomicEth>("atomic_eth");
  keeps_all_bits<AtomicAckEth>("atomic_ack");
  keeps_all_bits<Aeth>("aeth");
  keeps_all_bits<ImmDt>("imm");
  keeps_all_bits<Ieth>("ieth");
  keeps_all_bits<Deth>("deth", {{4, 0xff}});
}

TEST_CASE("each field stands where the specification puts it") {
  CHECK(hex_of(EthernetHeader{0x010203040506, 0x0708090a0b0c, EtherType::ipv6}) == "0102030405060708090a0b0c86dd");
  CHECK(hex_of(UdpHeader{0xc000, roce_port, 0x1234, 0x5678}) == "c00012b712345678");
  CHECK(hex_of(Reth{0x0102030405060708, Key{0x090a0b0c}, 0x0d0e0f10}) == "0102030405060708090a0b0c0d0e0f10");
  CHECK(hex_of(AtomicEth{1, Key{2}, 3, 4}) ==
        "0000000000000001"
        "00000002"
        "0000000000000003"
        "0000000000000004");
  CHECK(hex_of(AtomicAckEth{0x0102030405060708}) == "0102030405060708");
  CHECK(hex_of(ImmDt{0x55667788}) == "55667788");
  CHECK(hex_of(Ieth{Key{0x1234}}) == "00001234");
  CHECK(hex_of(Deth{0x11111111, Qpn{0x222222}}) == "1111111100222222");

  CHECK(hex_of(Bth{}) ==
        "0440ffff"
        "00000000"
        "00000000");
  Bth b;
  b.opcode = Opcode::write_only_imm;
  b.solicited = true, b.migrated = false, b.pad = 3, b.version = 5;
  b.pkey = 0x7fff;
  b.fecn = true, b.reserved6 = 1;
  b.destination = Qpn{0x123456};
  b.ack_request = true, b.reserved7 = 2;
  b.psn = Psn(0xabcdef);
  CHECK(hex_of(b) ==
        "0bb57fff"
        "81123456"
        "82abcdef");
  b.fecn = false, b.becn = true;
  CHECK(hex_of(b) ==
        "0bb57fff"
        "41123456"
        "82abcdef");
}

TEST_CASE("IPv4 and IPv6 headers have the octets of a known packet") {
  Ipv4Header four;
  four.total_length = 316, four.id = 44951, four.protocol = 17;
  four.source = 0x0a000002, four.destination = 0x0a000001;
  CHECK(hex_of(four) == "4500013caf974000401176170a0000020a000001");

  Ipv6Header six;
  six.traffic_class = 226, six.flow_label = 0x1face, six.payload_length = 44, six.next_header = 17, six.hop_limit = 255;
  six.source.octets = {0x20, 0x22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x23};
  six.destination.octets = {0x20, 0x23, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x24};
  CHECK(hex_of(six) ==
        "6e21face002c11ff"
        "20220000000000000000000000001023"
        "20230000000000000000000000001024");
  CHECK(six.ecn() == Ecn::ect0);
}

TEST_CASE("the IPv4 checksum is 0 over a right header and not over a damaged one") {
  std::uint8_t octets[Ipv4Header::size];
  Ipv4Header h;
  h.total_length = 60, h.source = 0x0a000001, h.destination = 0x0a000002;
  h.encode(octets);
  CHECK(Ipv4Header::checksum_of(octets) == 0);
  CHECK(Ipv4Header::decode(octets).checksum != 0);
  for (std::uint32_t bit = 0; bit < 8 * Ipv4Header::size; ++bit) {
    octets[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
    CHECK(Ipv4Header::checksum_of(octets) != 0);
    octets[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
  }
}

TEST_CASE("the Internet checksum does not depend on how the octets are handed over") {
  Random random(3, "checksum");
  std::array<std::uint8_t, 101> v;
  for (int round = 0; round < 100; ++round) {
    std::generate(v.begin(), v.end(), [&] { return static_cast<std::uint8_t>(random.next()); });
    const std::size_t n = random.below(v.size() + 1), cut = random.below(n / 2 + 1) * 2;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += i % 2 ? v[i] : v[i] << 8;
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    Checksum parts;
    parts.add(v.data(), cut);
    parts.add(v.data() + cut, n - cut);
    REQUIRE(parts.value() == static_cast<std::uint16_t>(~sum));
  }
  Checksum words;
  words.add32(0x0001f203);
  words.add16(0xf4f5);
  words.add16(0xf6f7);
  CHECK(words.value() == 0x220d);  // the example of RFC 1071
}

TEST_CASE("a GID of an IPv4 address is its mapped address") {
  const Gid g = Gid::from_ipv4(0x0a000102);
  CHECK(test::to_hex(g.octets.data(), 16) == "00000000000000000000ffff0a000102");
  CHECK(g.is_ipv4());
  CHECK(g.ipv4() == 0x0a000102);
  CHECK_FALSE(Gid{}.is_ipv4());
  CHECK(g != Gid{});
  CHECK(Gid::from(g.octets.data()) == g);
}

TEST_CASE("a syndrome tells ACK, RNR NAK and NAK apart") {
  CHECK(hex_of(Aeth::ack(0x123456)) == "1f123456");
  CHECK(hex_of(Aeth::ack(1, 5)) == "05000001");
  CHECK(hex_of(Aeth::rnr(0, 12)) == "2c000000");
  CHECK(hex_of(Aeth::nak(2, NakCode::remote_access_error)) == "62000002");
  CHECK(Aeth::ack(0).kind() == Aeth::Kind::ack);
  CHECK(Aeth::rnr(0, 31).kind() == Aeth::Kind::rnr_nak);
  CHECK(Aeth::rnr(0, 31).value() == 31);
  CHECK(Aeth::nak(0, NakCode::invalid_rd_request).kind() == Aeth::Kind::nak);
  CHECK(Aeth{0x45, 0}.kind() == Aeth::Kind::reserved);
}

}  // namespace rocelab::wire
