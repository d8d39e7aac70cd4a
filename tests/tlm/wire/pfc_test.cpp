#include "tlm/wire/pfc.h"

#include "support/catch.h"
#include "tlm/wire/vectors.h"

namespace rocelab::wire {
namespace {

constexpr MacAddress port = 0x020000000001;
const std::string head =
    "0180c2000001020000000001"
    "8808";

std::string encoded(const PfcFrame& f) {
  std::uint8_t octets[PfcFrame::size];
  f.encode(octets, port);
  return test::to_hex(octets, sizeof octets);
}

std::string padded(std::string hex) { return hex.append(2 * PfcFrame::size - hex.size(), '0'); }

}  // namespace

TEST_CASE("a PFC frame has the octets of 802.1Qbb") {
  PfcFrame xoff;
  xoff.enabled = 1 << 3;
  xoff.quanta[3] = 0xffff;
  CHECK(encoded(xoff) == padded(head + "01010008"
                                       "000000000000ffff"));

  PfcFrame xon;
  xon.enabled = 1 << 3;
  CHECK(encoded(xon) == padded(head + "01010008"));

  PfcFrame two;
  two.enabled = 1 << 3 | 1 << 4;
  two.quanta[3] = 0x0100;
  two.quanta[4] = 0x0200;
  CHECK(encoded(two) == padded(head + "01010018"
                                      "000000000000"
                                      "01000200"));

  PfcFrame nobody;
  nobody.quanta.fill(0xffff);
  CHECK(encoded(nobody) == padded(head + "01010000" + std::string(32, 'f')));
}

TEST_CASE("a plain PAUSE frame has the octets of 802.3x") {
  std::uint8_t octets[PauseFrame::size];
  PauseFrame{0x1234}.encode(octets, port);
  CHECK(test::to_hex(octets, sizeof octets) == padded(head + "00011234"));
  CHECK(PauseFrame::decode(octets).quanta == 0x1234);
  CHECK(mac_control_opcode(octets, sizeof octets) == PauseFrame::opcode);
}

TEST_CASE("a PFC frame decodes to what was encoded") {
  PfcFrame f;
  f.enabled = 0xa5;
  for (std::uint16_t i = 0; i < 8; ++i) f.quanta[i] = static_cast<std::uint16_t>(0x1111 * i + 1);
  std::uint8_t octets[PfcFrame::size];
  f.encode(octets, port);
  const PfcFrame back = PfcFrame::decode(octets);
  CHECK(back.enabled == f.enabled);
  CHECK(back.quanta == f.quanta);
  CHECK(mac_control_opcode(octets, sizeof octets) == PfcFrame::opcode);
}

TEST_CASE("only a whole MAC control frame has a MAC control opcode") {
  std::uint8_t octets[PfcFrame::size];
  PfcFrame{}.encode(octets, port);
  CHECK(mac_control_opcode(octets, 17) == 0);
  put16(octets + 12, static_cast<std::uint16_t>(EtherType::ipv4));
  CHECK(mac_control_opcode(octets, sizeof octets) == 0);
}

}  // namespace rocelab::wire
