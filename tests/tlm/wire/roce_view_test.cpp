#include <stdexcept>

#include "support/catch.h"
#include "tlm/random.h"
#include "tlm/wire/ipv4.h"
#include "tlm/wire/roce_frame.h"
#include "tlm/wire/vectors.h"

namespace rocelab::wire {
namespace {

RoceView parse(const test::Octets& frame) {
  return RoceView::parse(frame.data(), static_cast<std::uint32_t>(frame.size()));
}

/// Puts the IPv4 checksum of a changed header right.
void repair(test::Octets& frame) {
  if (frame[12] != 0x08) return;
  put16(&frame[24], 0);
  put16(&frame[24], Ipv4Header::checksum_of(&frame[14]));
}

/// Touches every octet that a view promises.
std::uint64_t read_all(const RoceView& v) {
  std::uint64_t sum = v.source().octets[15] + v.destination().octets[15];
  if (v.op.deth) sum += v.deth().qkey;
  if (v.op.reth) sum += v.reth().length;
  if (v.op.atomic_eth) sum += v.atomic_eth().compare;
  if (v.op.aeth) sum += v.aeth().msn;
  if (v.op.atomic_ack) sum += v.atomic_ack().original;
  if (v.op.imm) sum += v.imm().data;
  if (v.op.invalidate) sum += v.ieth().rkey.value;
  for (std::uint32_t i = 0; i < v.payload_length; ++i) sum += v.payload[i];
  return sum;
}

const test::Vector& vector(const char* name) {
  for (const auto& v : test::vectors()) {
    if (v.name == name) return v;
  }
  throw std::runtime_error(name);
}

}  // namespace

TEST_CASE("a view shows the fields of every vector") {
  for (const auto& v : test::vectors()) {
    INFO(v.name);
    const RoceView view = parse(v.frame);
    REQUIRE(view);
    CHECK(view.v6 == v.v6());
    CHECK(static_cast<unsigned>(view.ecn) == (v.l3.at(v.v6() ? "tclass" : "tos").get<unsigned>() & 3));
    CHECK(view.source_port == v.udp.at("sport").get<unsigned>());
    CHECK(static_cast<unsigned>(view.bth.opcode) == v.ib_number("opc"));
    CHECK(view.bth.destination.value == v.ib_number("dqpn"));
    CHECK(view.bth.psn.value() == v.ib_number("psn"));
    if (v.ib.contains("dlen")) CHECK(view.reth().length == v.ib_number("dlen"));
    if (v.ib.contains("va")) CHECK((view.op.reth ? view.reth().va : view.atomic_eth().va) == v.ib_number("va"));
    if (v.ib.contains("swap")) CHECK(view.atomic_eth().swap_or_add == v.ib_number("swap"));
    if (v.ib.contains("syn")) CHECK(view.aeth().syndrome == v.ib_number("syn"));
    if (v.ib.contains("orig")) CHECK(view.atomic_ack().original == v.ib_number("orig"));
    if (v.ib.contains("imm")) CHECK(view.imm().data == v.ib_number("imm"));
    if (v.ib.contains("inv")) CHECK(view.ieth().rkey.value == v.ib_number("inv"));
    if (view.bth.opcode == Opcode::cnp) continue;  // its 16 reserved octets are a header here, payload there
    CHECK(test::to_hex(view.payload, view.payload_length) == v.ib.at("payload_hex").get<std::string>());
  }
}

TEST_CASE("a frame cut anywhere is refused without reading past its end") {
  for (const auto& v : test::vectors()) {
    INFO(v.name);
    for (std::size_t n = 0; n < v.frame.size(); ++n) {
      const test::Exact cut(v.frame.data(), n);
      CHECK_FALSE(RoceView::parse(cut.data(), cut.size()));
    }
    const test::Exact whole(v.frame.data(), v.frame.size());
    const RoceView view = RoceView::parse(whole.data(), whole.size());
    REQUIRE(view);
    read_all(view);
  }
}

TEST_CASE("random damage never makes a view that reaches past the frame") {
  Random random(11, "roce_view");
  std::uint64_t seen = 0, whole = 0;
  for (int round = 0; round < 20'000; ++round) {
    const auto& v = test::vectors()[random.below(test::vectors().size())];
    test::Octets frame = v.frame;
    for (std::uint64_t hits = 1 + random.below(4); hits > 0; --hits) {
      // Mostly in the headers, where lengths and opcodes stand.
      frame[random.below(random.chance(0.8) ? 70 : frame.size()) % frame.size()] =
          static_cast<std::uint8_t>(random.next());
    }
    repair(frame);
    const test::Exact exact(frame.data(), frame.size() - random.below(3));
    const RoceView view = RoceView::parse(exact.data(), exact.size());
    if (view) seen += read_all(view), ++whole;
  }
  CHECK(whole > 1'000);
  CHECK(seen > 0);
}

TEST_CASE("what is not RoCEv2 is refused with the reason") {
  const test::Octets& write = vector("rxe_v4_WRITE_FIRST").frame;
  const test::Octets& six = vector("rxe_v6_WRITE_MIDDLE").frame;
  const auto refused = [](test::Octets frame, std::size_t at, std::uint8_t octet, bool right_checksum = true) {
    frame[at] = octet;
    if (right_checksum) repair(frame);
    return parse(frame).error;
  };
  CHECK(parse({}).error == RoceError::too_short);
  CHECK(refused(write, 12, 0x88) == RoceError::not_roce);
  CHECK(refused(write, 14, 0x46) == RoceError::not_roce);
  CHECK(refused(write, 22, 63, false) == RoceError::bad_checksum);
  CHECK(refused(write, 23, 6) == RoceError::not_roce);
  CHECK(refused(six, 20, 6) == RoceError::not_roce);
  CHECK(refused(six, 14, 0x40) == RoceError::not_roce);
  CHECK(refused(write, 20, 0x20) == RoceError::not_roce);  // more fragments
  CHECK(refused(write, 21, 1) == RoceError::not_roce);     // a later fragment
  CHECK(refused(write, 36, 0) == RoceError::not_roce);     // another UDP port
  CHECK(refused(write, 16, 2) == RoceError::bad_length);   // IP longer than the frame
  CHECK(refused(write, 39, 1) == RoceError::bad_length);   // UDP against IP
  CHECK(refused(write, 42, 21) == RoceError::bad_opcode);
  CHECK(refused(vector("rxe_v4_SEND_ONLY_len0").frame, 43, 0x10) == RoceError::bad_pad);
  CHECK(refused(vector("rxe_v4_SEND_ONLY").frame, 42, 19) == RoceError::too_short);  // no room for an AtomicETH
}

TEST_CASE("a RoCE length that is no multiple of four is refused") {
  test::Octets frame = vector("rxe_v4_SEND_ONLY").frame;
  frame.pop_back();
  put16(&frame[16], static_cast<std::uint16_t>(frame.size() - 14));
  put16(&frame[38], static_cast<std::uint16_t>(frame.size() - 34));
  repair(frame);
  CHECK(parse(frame).error == RoceError::bad_pad);
}

}  // namespace rocelab::wire
