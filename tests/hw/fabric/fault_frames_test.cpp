#include "bench.h"
#include "hw/fabric/faults/catalog.h"
#include "support/catch.h"
#include "tlm/wire/opcode.h"

using namespace rocelab;
using namespace rocelab::fabric;

namespace {

constexpr std::uint32_t bth = 42, aeth = bth + 12, tcp_flags = 34 + 13;

struct Wire : Bench {
  PacketPtr rc(wire::Opcode opcode, std::uint32_t psn, std::uint8_t syndrome = 0) {
    PacketPtr p = roce(psn);
    p->data[bth] = static_cast<std::uint8_t>(opcode);
    p->data[aeth] = syndrome;
    if (opcode == wire::Opcode::acknowledge) p->payload = 0;
    return p;
  }
  PacketPtr ack(std::uint32_t psn) { return rc(wire::Opcode::acknowledge, psn, 0x1f); }
  PacketPtr nak(std::uint32_t psn) { return rc(wire::Opcode::acknowledge, psn, 0x60); }
  PacketPtr write(std::uint32_t psn) { return rc(wire::Opcode::write_middle, psn); }
  PacketPtr tcp_ack(std::uint32_t number, std::uint8_t flags = 16) {
    PacketPtr p = tcp(0);
    p->payload = 0;
    Bench::write(*p, 34 + 8, number, 4);
    p->data[tcp_flags] = flags;
    return p;
  }

  /// Was the frame dropped?
  static bool struck(Fault& fault, PacketPtr packet) {
    Passage passage{std::move(packet), 0, 1};
    fault.meet(passage);
    return passage.dropped_by != nullptr;
  }
  Fault exact(const std::vector<Hit>& hits, fabric::Frames frames, Heading heading) {
    FaultSpec spec{"list", "exact", "drop", frames};
    spec.hits = hits;
    spec.relative = true;
    return make_fault(spec, 1, pool, {heading, &starts});
  }

  FlowStarts starts;
};

}  // namespace

TEST_CASE("which frames are data, acknowledgements, negative ones") {
  Wire f;
  using fabric::Frames;
  const auto kinds = [](const PacketPtr& p) {
    return std::vector<bool>{is_among(Frames::all, *p), is_among(Frames::data, *p), is_among(Frames::acks, *p),
                             is_among(Frames::naks, *p)};
  };
  using Bits = std::vector<bool>;
  CHECK(kinds(f.write(1)) == Bits{true, true, false, false});
  CHECK(kinds(f.ack(1)) == Bits{true, false, true, false});
  CHECK(kinds(f.nak(1)) == Bits{true, false, true, true});
  CHECK(kinds(f.rc(wire::Opcode::acknowledge, 1, 0x2c)) == Bits{true, false, true, true});  // RNR
  CHECK(kinds(f.tcp(1)) == Bits{true, true, false, false});
  CHECK(kinds(f.tcp_ack(1)) == Bits{true, false, true, false});
  CHECK(kinds(f.tcp_ack(1, 16 | 2)) == Bits{true, false, false, false});  // SYN-ACK
  CHECK(kinds(f.tcp_ack(1, 16 | 1)) == Bits{true, false, false, false});  // FIN
  PacketPtr other = f.plain(60);
  other->payload = 0;
  CHECK(kinds(other) == Bits{true, false, false, false});
}

TEST_CASE("numbers count from the first request of the flow, in both directions, over the wrap") {
  Wire f;
  f.starts.see(*f.ack(77), Heading::back);  // an answer begins nothing
  Fault forward = f.exact({{2}}, fabric::Frames::data, Heading::out);
  Fault back = f.exact({{2}}, fabric::Frames::acks, Heading::back);
  CHECK_FALSE(f.struck(forward, f.write(0)));
  f.starts.see(*f.write(0xfffffe), Heading::out);
  f.starts.see(*f.write(5), Heading::out);  // not the first
  CHECK_FALSE(f.struck(forward, f.write(0xfffffe)));
  CHECK_FALSE(f.struck(forward, f.write(2)));
  CHECK(f.struck(forward, f.write(0)));
  CHECK_FALSE(f.struck(forward, f.write(0)));  // its second transmission
  CHECK_FALSE(f.struck(back, f.ack(1)));
  CHECK(f.struck(back, f.nak(0)));
}

TEST_CASE("the other end's own requests are numbered apart, and so are flows") {
  Wire f;
  f.starts.see(*f.write(100), Heading::out);
  f.starts.see(*f.write(500), Heading::back);
  Fault back = f.exact({{1, 0}}, fabric::Frames::all, Heading::back);
  CHECK(f.struck(back, f.write(501)));
  CHECK(f.struck(back, f.ack(101)));
  CHECK_FALSE(f.struck(back, f.ack(501)));
  PacketPtr other = f.write(501);
  other->tag.flow = FlowId{7};
  CHECK_FALSE(f.struck(back, std::move(other)));
}

TEST_CASE("a TCP segment is named by any octet it carries, a pure ACK by what it acknowledges") {
  Wire f;
  f.starts.see(*f.tcp(0xffffff00), Heading::out);
  Fault data = f.exact({{1500}}, fabric::Frames::data, Heading::out);
  CHECK_FALSE(f.struck(data, f.tcp(0xffffff00)));  // octets 0 to 1099
  CHECK(f.struck(data, f.tcp(0xffffff00 + 1100)));
  Fault ack = f.exact({{1500}}, fabric::Frames::acks, Heading::back);
  CHECK_FALSE(f.struck(ack, f.tcp_ack(0xffffff00 + 1500)));
  CHECK(f.struck(ack, f.tcp_ack(0xffffff00 + 1501)));
  CHECK_FALSE(f.struck(ack, f.tcp_ack(0xffffff00 + 2200)));  // the second to acknowledge it
}

TEST_CASE("a hit of one protocol leaves the other alone") {
  Wire f;
  Hit hit{0};
  hit.of = Sequence::Of::tcp;
  f.starts.see(*f.write(9), Heading::out);
  Fault fault = f.exact({hit}, fabric::Frames::data, Heading::out);
  CHECK_FALSE(f.struck(fault, f.write(9)));
}

TEST_CASE("a fault can spare the resend that answers a NAK, and still counts it") {
  Wire f;
  FaultSpec spec{"all", "every_nth", "drop", fabric::Frames::data, {{"n", 2}}};
  spec.spares_nak_resend = true;
  Fault fault = make_fault(spec, 1, f.pool);
  PacketPtr marked = f.write(1);
  marked->nak_resend = true;
  CHECK_FALSE(f.struck(fault, f.write(0)));
  CHECK_FALSE(f.struck(fault, marked));
  CHECK_FALSE(f.struck(fault, f.write(2)));
  CHECK(f.struck(fault, f.write(3)));
}
