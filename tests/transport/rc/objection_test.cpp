#include "responder_bench.h"

/// An invalid request says on the wire that it is one; which rule it broke is told to the responder's owner.
using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;
using wire::Opcode;
using Rule = Objection::Rule;

namespace {

void check(const Arrival& a, Rule rule, std::uint64_t given, std::uint64_t allowed) {
  CHECK(a.fatal);
  CHECK(a.nak == invalid_nak);
  CHECK(a.objection.rule == rule);
  CHECK(a.objection.given == given);
  CHECK(a.objection.allowed == allowed);
}

}  // namespace

TEST_CASE("a MIDDLE with nothing begun breaks the order") {
  ResponderBench b;
  check(b.request(Opcode::write_middle, 100, 256), Rule::sequence, static_cast<std::uint64_t>(Opcode::write_middle), 0);
}

TEST_CASE("a QP that offers only READ objects to a WRITE before its key is looked at") {
  Responder::Settings s = ResponderBench::usual();
  s.access = protection::remote_read;
  ResponderBench b("go_back_n", s);
  Extra x;
  x.rkey = Key{0xbad};
  x.length = 8;
  const Arrival a = b.request(Opcode::write_only, 100, 8, x);
  check(a, Rule::qp_access, protection::remote_write, protection::remote_read);
  CHECK(a.refusal.fault == protection::Fault::none);
}

TEST_CASE("a FIRST shorter than the path MTU has the wrong length") {
  ResponderBench b;
  Extra x;
  x.rkey = b.region.rkey;
  x.length = 400;
  check(b.request(Opcode::write_first, 100, 200, x), Rule::length, 200, 256);
}

TEST_CASE("one READ more than agreed is one too many") {
  Responder::Settings s = ResponderBench::usual();
  s.max_dest_rd_atomic = 2;
  ResponderBench b("go_back_n", s);
  Extra x;
  x.rkey = b.region.rkey;
  x.length = 8;
  CHECK_FALSE(b.request(Opcode::read_request, 100, 0, x).fatal);
  CHECK_FALSE(b.request(Opcode::read_request, 101, 0, x).fatal);
  check(b.request(Opcode::read_request, 102, 0, x), Rule::fetches, 3, 2);
}

TEST_CASE("an atomic at an address that 8 does not divide is off its alignment") {
  ResponderBench b;
  Extra x;
  x.rkey = b.region.rkey;
  x.va = 0x1004;
  check(b.request(Opcode::fetch_add, 100, 0, x), Rule::alignment, 0x1004, 8);
}

TEST_CASE("a SEND longer than its RECV: how much had come, how much there was room for") {
  ResponderBench b;
  b.receive(300);
  CHECK_FALSE(b.request(Opcode::send_first, 100, 256).fatal);
  const Arrival a = b.request(Opcode::send_last, 101, 100);
  check(a, Rule::receive, 356, 300);
  CHECK(a.received.status == Status::loc_len_err);
}

TEST_CASE("a number from before the connection began is stale, one of its own is a duplicate") {
  ResponderBench b;
  Extra x;
  x.rkey = b.region.rkey;
  x.length = 8;
  CHECK_FALSE(b.request(Opcode::write_only, 100, 8, x).stale);
  const Arrival again = b.request(Opcode::write_only, 100, 8, x);
  CHECK(again.kind == Arrival::Kind::duplicate);
  CHECK_FALSE(again.stale);
  const Arrival ghost = b.request(Opcode::write_only, 99, 8, x);
  CHECK(ghost.kind == Arrival::Kind::duplicate);
  CHECK(ghost.stale);
  CHECK(b.pieces.empty());
}

TEST_CASE("after millions of packets an old one is still a duplicate and not stale") {
  ResponderBench b("go_back_n", ResponderBench::usual(), Psn(0));
  // A READ of 2^30 octets takes 2^22 numbers of 256 octets each: with the third the start lies ahead, not behind.
  std::uint32_t psn = 0;
  for (int i = 0; i < 3; ++i) {
    REQUIRE(b.read(psn, 1u << 30).kind == Arrival::Kind::accepted);
    psn += 1u << 22;
  }
  const Arrival old = b.request(Opcode::write_only, psn - 1);
  CHECK(old.kind == Arrival::Kind::duplicate);
  CHECK_FALSE(old.stale);
}
