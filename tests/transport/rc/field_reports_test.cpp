#include "requester_bench.h"
#include "responder_bench.h"

/// Public reports shown on one half of a connection: docs/field_reports.md.
using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;
using wire::Opcode;

// Field report 11, alibaba-edu HPCC issue 65: the milestone moved with every packet, so that after the first interval
// each packet was acknowledged.
TEST_CASE("of a hundred packets in order every twentieth is acknowledged, and no other") {
  ResponderBench b;
  std::vector<std::uint32_t> acked;
  for (std::uint32_t i = 0; i < 100; ++i) {
    Extra x;
    x.length = 100 * 256;
    x.rkey = b.region.rkey;
    x.ack = i % 20 == 19;
    b.request(i == 0 ? Opcode::write_first : i == 99 ? Opcode::write_last : Opcode::write_middle, 100 + i, 256, x);
    bool fatal = false;
    while (const auto r = b.responder.next(b.pieces, fatal)) acked.push_back(r->psn.value());
  }
  CHECK(acked == std::vector<std::uint32_t>{119, 139, 159, 179, 199});
}

TEST_CASE("of a hundred packets every twentieth asks for an ACK") {
  Requester::Settings s = RequesterBench::usual();
  s.ack_request_every = 20;
  RequesterBench b("go_back_n", s);
  b.post(SendOp::write, 100 * 256);
  b.sent();
  std::vector<std::uint32_t> asks;
  for (const Segment& p : b.last) {
    if (p.ack_request) asks.push_back(p.psn.value());
  }
  CHECK(asks == std::vector<std::uint32_t>{119, 139, 159, 179, 199});
}

// Situation 9, alibaba-edu HPCC #28: the last packet of a flow is lost. Nothing behind it shows the gap.
TEST_CASE("a lost last packet comes again by the timer, and never without one") {
  Requester::Settings s = RequesterBench::usual();
  SECTION("with a timer") {
    RequesterBench b("go_back_n", s);
    b.post(SendOp::write, 3 * 256);
    b.sent();
    b.ack(101);
    b.expire();
    CHECK(b.sent() == Psns{102});
    b.ack(102);
    CHECK(b.done == Dones{{0, Status::success}});
  }
  SECTION("without") {
    s.ack_timeout = never;
    RequesterBench b("go_back_n", s);
    b.post(SendOp::write, 3 * 256);
    b.sent();
    b.ack(101);
    CHECK(b.requester.wakes() == never);
    CHECK(b.done.empty());
  }
}
