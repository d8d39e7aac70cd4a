#include "requester_bench.h"

using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;

TEST_CASE("credits come with an atomic's answer too") {
  RequesterBench b;
  b.post(SendOp::send);
  b.sent();
  b.ack(100, 1, 0);  // no receive work request left: one message beyond may try
  b.post(SendOp::fetch_add);
  b.post(SendOp::fetch_add);
  b.post(SendOp::send);
  CHECK(b.sent() == Psns{101, 102});
  b.atomic_response(101, 5, 2, 0);
  CHECK(b.sent().empty());
  b.atomic_response(102, 5, 3, 0);
  CHECK(b.sent() == Psns{103});
}

TEST_CASE("nothing is placed or asked for once the queue pair has failed within the same answer") {
  RequesterBench b;
  const std::uint32_t write = b.post(SendOp::write);
  const std::uint32_t broken = b.post(SendOp::write);
  b.post(SendOp::read, 300);
  b.refuse = broken, b.refuse_with = Status::loc_prot_err;
  CHECK(b.sent() == Psns{100});
  b.ack(100);
  CHECK(b.done == Dones{{write, Status::success}, {broken, Status::loc_prot_err}, {2, Status::wr_flush_err}});
}

TEST_CASE("a work request given up under way ends the queue pair before the answer of one behind it is placed") {
  RequesterBench b;
  const std::uint32_t write = b.post(SendOp::write, 600);
  b.post(SendOp::read, 100);
  b.sent();
  b.requester.give_up(*b.last[0].work, Status::loc_prot_err);
  b.read_response(wire::Opcode::read_response_only, 103, 100);
  CHECK(b.done == Dones{{write, Status::loc_prot_err}, {1, Status::wr_flush_err}});
  CHECK(b.placed.empty());
}

TEST_CASE("the window never outgrows half of the numbers, a READ's answers included") {
  Requester::Settings s = RequesterBench::usual();
  s.ack_request_every = 0;
  RequesterBench b("go_back_n", s);
  b.post(SendOp::write);
  b.post(SendOp::read, 0x7fffff00);  // 2^23 - 1 answers
  CHECK(b.sent() == Psns{100});
  b.ack(100);
  CHECK(b.sent() == Psns{101});
  CHECK(b.requester.window().in_flight() == (1 << 23) - 1);
}

TEST_CASE("a READ with more answers than half of the numbers cannot be posted") {
  RequesterBench b;
  b.post(SendOp::read, 0x80000000);
  CHECK(b.sent().empty());
  CHECK(b.done == Dones{{0, Status::loc_len_err}});
}

TEST_CASE("the packet that fills the window asks for an ACK, or nothing would open it again") {
  Requester::Settings s = RequesterBench::usual();
  s.ack_request_every = 0;
  RequesterBench b("go_back_n", s);
  b.post(SendOp::write, 0x80000000);
  std::uint32_t packets = 0, last_asks = 0;
  while (const auto p = b.requester.next(0)) last_asks = p->ack_request, ++packets;
  CHECK(packets == 1 << 22);
  CHECK(last_asks == 1);
}

TEST_CASE("a READ asked for again in its middle counts as sent again") {
  RequesterBench b;
  b.post(SendOp::read, 256 * 4);
  b.sent();
  CHECK(b.last[0].transmission == 1);
  b.read_response(wire::Opcode::read_response_first, 100, 256);
  b.read_response(wire::Opcode::read_response_middle, 102, 256);
  CHECK(b.sent() == Psns{101});
  CHECK(b.last[0].transmission == 2);
  CHECK(b.last[0].fetch_length == 256 * 3);
}
