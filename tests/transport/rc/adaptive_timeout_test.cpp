#include "requester_bench.h"

using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;

TEST_CASE("a NIC with timers of its own repeats by them, whatever timeout the queue pair was given") {
  // linux-rdma/perftest 251: 64 ms set, repeated after 2, 4, 8, 16 ms.
  Requester::Settings s = RequesterBench::usual();
  s.ack_timeout = 64'000 * us;
  s.adaptive_timeouts = {2'000 * us, 4'000 * us, 8'000 * us, 16'000 * us};
  s.retry_count = 5;
  RequesterBench b("go_back_n", s);
  b.post(SendOp::send);
  b.sent();
  Ps before = 0;
  for (const Ps wait : {2'000, 4'000, 8'000, 16'000, 16'000}) {
    b.expire();
    CHECK(b.now - before == wait * us);
    before = b.now;
    CHECK(b.sent().size() == 1);
  }
}

TEST_CASE("without a timeout there is none, whatever timers the NIC has") {
  Requester::Settings s = RequesterBench::usual();
  s.ack_timeout = never;
  s.adaptive_timeouts = {2'000 * us};
  RequesterBench b("go_back_n", s);
  b.post(SendOp::send);
  b.sent();
  CHECK(b.requester.wakes() == never);
}
