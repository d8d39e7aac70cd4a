#include "requester_bench.h"

using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;

TEST_CASE("a packet that arrived, was kept and then found no receive work request is repeated until it is taken") {
  const std::string name = GENERATE("irn", "rack");
  CAPTURE(name);
  RequesterBench b(name);
  for (int i = 0; i < 3; ++i) b.post(SendOp::send);
  CHECK(b.sent() == Psns{100, 101, 102});
  b.now = 10 * us;
  b.nak(100, wire::NakCode::psn_sequence_error, 2);  // 102 is kept
  b.now = 20 * us;
  b.sent();
  b.ack(101);
  b.rnr(102, 1);
  b.expire();
  CHECK(b.sent() == Psns{102});
  while (b.timeouts == 0) b.expire(), b.sent();  // that one is lost
  CHECK(b.last.size() == 1);
  CHECK(b.last[0].psn == Psn(102));
}

TEST_CASE("answers of a READ that starts over and over are no progress: its retries run out") {
  RequesterBench b("go_back_0");
  b.post(SendOp::read, 256 * 3);
  b.sent();
  for (int i = 0; i < 3; ++i) {
    b.read_response(wire::Opcode::read_response_first, 100, 256);
    b.read_response(wire::Opcode::read_response_last, 102, 256);  // 101 is lost each time
    CHECK(b.sent() == Psns{100});
  }
  b.read_response(wire::Opcode::read_response_first, 100, 256);
  b.read_response(wire::Opcode::read_response_last, 102, 256);
  CHECK(b.done == Dones{{0, Status::retry_exc_err}});
}
