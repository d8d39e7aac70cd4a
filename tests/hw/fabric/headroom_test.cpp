#include "hw/fabric/pfc/headroom.h"

#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::fabric;
using namespace rocelab::literals;

namespace {

/// The formula's cases by hand (conformance/pfc_dcqcn_rules.md): 5 ns a metre, frames without FCS as they are named.
HeadroomTerms terms(std::uint64_t gbps, Ps metres, std::uint32_t frame) {
  HeadroomTerms t;
  t.rate = Rate::gbps(gbps);
  t.cable = metres * 5'000;
  t.receiver_frame = t.sender_frame = frame;
  return t;
}

}  // namespace

TEST_CASE("headroom of the published cases to the octet") {
  CHECK(headroom_bits(terms(100, 100, 1500)) == 155'712);
  CHECK(headroom(terms(100, 100, 1500)) == 19'464);
  CHECK(headroom(terms(100, 100, 9216)) == 34'896);
  CHECK(headroom(terms(25, 100, 9216)) == 25'521);
  CHECK(headroom(terms(400, 100, 9216)) == 72'396);
  CHECK(headroom_bits(terms(100, 5, 4200)) == 103'912);
  CHECK(headroom(terms(100, 5, 4200)) == 12'989);
}

TEST_CASE("headroom with the bounds of 802.3 for interface and response") {
  HeadroomTerms t = terms(100, 100, 9216);
  t.interface_bits = 122'880;
  t.response_bits = 201'728;
  CHECK(headroom(t) == 86'992);
}

TEST_CASE("a quantum is 512 bit times of its own link") {
  CHECK(quanta(1, Rate::gbps(10)) == 51'200);
  CHECK(quanta(1, Rate::gbps(100)) == 5'120);
  CHECK(quanta(1, Rate::gbps(400)) == 1'280);
  CHECK(quanta(0xffff, Rate::gbps(100)) == 335'539'200);
  CHECK(quanta(0xffff, Rate::gbps(25)) == 1'342'156'800);
}
