#include "requester_bench.h"
#include "transport/rc/timers.h"

using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;
using wire::Opcode;

TEST_CASE("numbers wrap after 24 bits, in the middle of a message") {
  RequesterBench b("go_back_n", RequesterBench::usual(), Psn(0xfffffe));
  b.post(SendOp::write, 256 * 4);
  CHECK(b.sent() == Psns{0xfffffe, 0xffffff, 0, 1});
  b.ack(0xffffff);
  CHECK(b.requester.window().in_flight() == 2);
  b.nak(0);
  CHECK(b.sent() == Psns{0, 1});
}

TEST_CASE("the last packet asks for an ACK, and each n-th of a long message") {
  Requester::Settings s = RequesterBench::usual();
  s.ack_request_every = 2;
  RequesterBench b("go_back_n", s);
  b.post(SendOp::write, 256 * 5);
  b.sent();
  std::vector<bool> asks;
  for (const Segment& p : b.last) asks.push_back(p.ack_request);
  CHECK(asks == std::vector<bool>{false, true, false, true, true});
}

TEST_CASE("one ACK completes all that lies before it, in order") {
  RequesterBench b;
  b.post(SendOp::send), b.post(SendOp::write, 600), b.post(SendOp::write, 0);
  CHECK(b.sent() == Psns{100, 101, 102, 103, 104});
  b.ack(103);
  CHECK(b.done == Dones{{0, Status::success}, {1, Status::success}});
}

TEST_CASE("a READ's answer acknowledges what was sent before it, an ACK beyond a READ without answer asks again") {
  RequesterBench b;
  b.post(SendOp::send), b.post(SendOp::read, 300), b.post(SendOp::send);
  CHECK(b.sent() == Psns{100, 101, 103});
  SECTION("answer") {
    b.read_response(Opcode::read_response_first, 101, 256);
    CHECK(b.done == Dones{{0, Status::success}});
  }
  SECTION("the answer was lost") {
    b.ack(103);
    CHECK(b.done == Dones{{0, Status::success}});
    CHECK(b.sent() == Psns{101, 103});
    b.ack(103);  // was under way: no reason to ask a third time
    CHECK(b.sent().empty());
  }
}

TEST_CASE("no more fetches are open than max_rd_atomic, and writes behind one that waits do not pass it") {
  Requester::Settings s = RequesterBench::usual();
  s.max_rd_atomic = 1;
  RequesterBench b("go_back_n", s);
  b.post(SendOp::fetch_add), b.post(SendOp::read), b.post(SendOp::write);
  CHECK(b.sent() == Psns{100});
  b.atomic_response(100, 1);
  CHECK(b.sent() == Psns{101, 102});
}

TEST_CASE("a fence waits for fetches alone") {
  RequesterBench b;
  b.post(SendOp::write), b.post(SendOp::write, 8, true), b.post(SendOp::read), b.post(SendOp::send, 8, true);
  CHECK(b.sent() == Psns{100, 101, 102});
  b.ack(101);
  CHECK(b.sent().empty());
  b.read_response(Opcode::read_response_only, 102, 8);
  CHECK(b.sent() == Psns{103});
}

TEST_CASE("the first failure flushes everything behind it, nothing before it") {
  RequesterBench b;
  for (int i = 0; i < 4; ++i) b.post(SendOp::write);
  b.sent();
  b.nak(101, wire::NakCode::remote_access_error);
  CHECK(b.done ==
        Dones{{0, Status::success}, {1, Status::rem_access_err}, {2, Status::wr_flush_err}, {3, Status::wr_flush_err}});
  CHECK(b.requester.idle());
  CHECK(b.requester.wakes() == never);
}

TEST_CASE("each NAK code has its status") {
  const auto [code, status] = GENERATE(table<wire::NakCode, Status>({
      {wire::NakCode::invalid_request, Status::rem_inv_req_err},
      {wire::NakCode::remote_access_error, Status::rem_access_err},
      {wire::NakCode::remote_operational_error, Status::rem_op_err},
      {wire::NakCode::invalid_rd_request, Status::rem_inv_req_err},
      {static_cast<wire::NakCode>(9), Status::bad_resp_err},
  }));
  RequesterBench b;
  b.post(SendOp::send);
  b.sent();
  b.nak(100, code);
  CHECK(b.done == Dones{{0, status}});
}

TEST_CASE("a silent peer is asked retry_count times more, an ACK on the way starts the count again") {
  RequesterBench b;
  b.post(SendOp::send), b.post(SendOp::send);
  b.sent();
  for (int i = 0; i < 3; ++i) {
    b.expire();
    CHECK(b.sent() == Psns{100, 101});
  }
  CHECK(b.now == 300 * us);
  b.ack(100);
  for (int i = 0; i < 3; ++i) {
    b.expire();
    CHECK(b.sent() == Psns{101});
  }
  b.expire();
  CHECK(b.done == Dones{{0, Status::success}, {1, Status::retry_exc_err}});
}

TEST_CASE("RNR: nothing is sent while it waits, retries are counted, seven is endless") {
  const int retries = GENERATE(0, 2, 7);
  Requester::Settings s = RequesterBench::usual();
  s.rnr_retry = static_cast<std::uint8_t>(retries);
  RequesterBench b("go_back_n", s);
  b.post(SendOp::send), b.post(SendOp::send);
  b.sent();
  for (int i = 0; i < (retries == 7 ? 50 : retries); ++i) {
    b.rnr(100, 12);
    CHECK(b.sent().empty());
    const Ps before = b.now;
    b.expire();
    CHECK(b.now - before == 640 * us);
    CHECK(b.sent() == Psns{100, 101});
  }
  CHECK(b.done.empty());
  b.rnr(100, 12);
  CHECK(b.done.empty() == (retries == 7));
  if (retries != 7) CHECK(b.done[0].status == Status::rnr_retry_exc_err);
}

TEST_CASE("the tables of times: 4.096 us times two to the n, and RNR codes") {
  CHECK(ack_timeout(0) == never);
  CHECK(ack_timeout(1) == 8'192'000);
  CHECK(ack_timeout(14) == 67'108'864'000);
  CHECK(ack_timeout(31) == Ps{4'096'000} << 31);
  CHECK(rnr_timer(0) == 655'360 * us);
  CHECK(rnr_timer(1) == 10 * us);
  CHECK(rnr_timer(31) == 491'520 * us);
}

TEST_CASE("drain: nothing new begins, what was begun is finished") {
  RequesterBench b;
  b.post(SendOp::write, 600);
  REQUIRE(b.requester.next(0));
  b.requester.hold(true);
  b.post(SendOp::write);
  CHECK(b.sent() == Psns{101, 102});
  CHECK_FALSE(b.requester.drained());
  b.nak(101);
  CHECK(b.sent() == Psns{101, 102});
  b.ack(102);
  CHECK(b.requester.drained());
  CHECK(b.sent().empty());
  b.requester.hold(false);
  CHECK(b.sent() == Psns{103});
}

TEST_CASE("without credits one message may try, an older ACK does not take credits back") {
  RequesterBench b;
  for (int i = 0; i < 5; ++i) b.post(SendOp::send);
  CHECK(b.sent() == Psns{100, 101, 102, 103, 104});
  b.ack(100, 1, 0);
  for (int i = 0; i < 6; ++i) b.post(SendOp::send);
  CHECK(b.sent().empty());
  b.ack(103, 4, 2);  // messages up to 6, and one that tries
  CHECK(b.sent() == Psns{105, 106});
  b.ack(103, 2, 1);
  b.ack(104, 5, 2);
  CHECK(b.sent() == Psns{107});
}

TEST_CASE("a local operation runs once, in its turn, though the window is sent again") {
  RequesterBench b;
  b.post(SendOp::write), b.post(SendOp::local_invalidate), b.post(SendOp::write);
  CHECK(b.sent() == Psns{100, 101});
  b.nak(100);
  CHECK(b.sent() == Psns{100, 101});
  CHECK(b.executed == std::vector<std::uint32_t>{1});
  CHECK(b.done.empty());
  b.ack(101);
  CHECK(b.done == Dones{{0, Status::success}, {1, Status::success}, {2, Status::success}});
}
