#include "hw/fabric/faults/damage.h"

#include "bench.h"
#include "hw/fabric/faults/catalog.h"
#include "hw/fabric/glance.h"
#include "support/catch.h"
#include "tlm/wire/icrc.h"

using namespace rocelab;
using namespace rocelab::fabric;

namespace {

/// Bits in which two frames of equal length differ.
std::vector<std::uint32_t> differing_bits(const Packet& a, const Packet& b) {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t i = 0; i < a.length; ++i) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      if (((a.data[i] ^ b.data[i]) >> bit & 1) != 0) bits.push_back(i * 8 + bit);
    }
  }
  return bits;
}

PacketPtr struck(Bench& bench, const char* effect, const PacketPtr& packet, std::uint64_t seed) {
  Fault fault = make_fault({"damage", "always", effect, Fault::Frames::all}, seed, bench.pool);
  Passage passage{packet, 0, 100};
  fault.meet(passage);
  return passage.packet;
}

}  // namespace

TEST_CASE("damage on the wire flips one bit anywhere, marks the FCS and leaves the sender's frame alone") {
  Bench bench;
  std::vector<bool> octet_hit(64);
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const PacketPtr sent = bench.plain(64);
    const PacketPtr before = bench.pool.clone(*sent);
    const PacketPtr hurt = struck(bench, "damage", sent, seed);
    CHECK(hurt.get() != sent.get());
    CHECK(hurt->fcs_bad);
    CHECK_FALSE(sent->fcs_bad);
    CHECK(differing_bits(*sent, *before).empty());
    const auto bits = differing_bits(*hurt, *sent);
    REQUIRE(bits.size() == 1);
    octet_hit[bits[0] / 8] = true;
  }
  CHECK(std::count(octet_hit.begin(), octet_hit.end(), true) == 64);
}

TEST_CASE("damage past the FCS passes it and strikes what an end-to-end check covers") {
  Bench bench;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const PacketPtr rc = bench.roce(5, 17, 70);
    const PacketPtr hurt = struck(bench, "damage_past_fcs", rc, seed);
    CHECK_FALSE(hurt->fcs_bad);
    const auto bits = differing_bits(*hurt, *rc);
    REQUIRE(bits.size() == 1);
    CHECK(bits[0] / 8 >= 14 + 20 + 8 + 12);

    const PacketPtr tcp = bench.tcp(5, 70);
    const auto tcp_bits = differing_bits(*struck(bench, "damage_past_fcs", tcp, seed), *tcp);
    REQUIRE(tcp_bits.size() == 1);
    CHECK(tcp_bits[0] / 8 >= 14 + 20);
  }
  const PacketPtr unchecked = bench.plain(64);
  CHECK(struck(bench, "damage_past_fcs", unchecked, 1).get() == unchecked.get());
}

TEST_CASE("a pending ICRC is written before the damage, so that it tells of it") {
  Bench bench;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const PacketPtr rc = bench.roce(5, 17, 90);
    rc->data[16] = 0;  // IPv4 total length: where the ICRC ends
    rc->data[17] = static_cast<std::uint8_t>(rc->length - 14);
    rc->icrc = Icrc::pending;
    const PacketPtr hurt = struck(bench, "damage_past_fcs", rc, seed);
    CHECK(hurt->icrc == Icrc::written);
    CHECK_FALSE(wire::icrc_ok(*hurt));
    CHECK(rc->icrc == Icrc::pending);
    wire::write_icrc(*rc);
    CHECK(wire::icrc_ok(*rc));
    CHECK(differing_bits(*hurt, *rc).size() == 1);
  }
}
