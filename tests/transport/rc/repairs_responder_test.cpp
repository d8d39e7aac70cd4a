#include "responder_bench.h"

using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;
using Kind = Arrival::Kind;
using wire::Opcode;

TEST_CASE("a repeated READ does not count against the READs that the peer may have open") {
  Responder::Settings s = ResponderBench::usual();
  s.max_dest_rd_atomic = 1;
  ResponderBench b("go_back_n", s);
  b.read(100, 300);
  b.read(100, 300);  // its timer ran out too early
  std::vector<protection::Piece> pieces;
  bool fatal = false;
  b.responder.next(pieces, fatal), b.responder.next(pieces, fatal);  // the first is answered: the peer may go on
  CHECK(b.read(102, 8).kind == Kind::accepted);
}

TEST_CASE("repeated READs leave room for new ones") {
  ResponderBench b;
  b.read(100, 8);
  for (int i = 0; i < 200; ++i) CHECK(b.read(100, 8).kind == Kind::duplicate);
  CHECK(b.read(101, 8).kind == Kind::accepted);
  CHECK(b.request(Opcode::write_only, 102).kind == Kind::accepted);
  CHECK(b.answers().back().psn == Psn(102));
}

TEST_CASE("a READ is found again by its newest use of the number") {
  ResponderBench b("go_back_n", ResponderBench::usual(), Psn(0));
  b.read(0, 8, 0x1000);
  b.answers();
  b.responder.start(Psn(0xffffff));
  b.read(0xffffff, 8, 0x2000);
  b.read(0, 8, 0x3000);
  b.answers();
  CHECK(b.read(0, 8, 0x3000).kind == Kind::duplicate);
  CHECK(b.answers().size() == 1);
}

TEST_CASE("go-back-0 does not start a message over while the sender waits for a receive work request") {
  ResponderBench b("go_back_0");
  Extra whole;
  whole.length = 300;
  b.request(Opcode::write_first, 100, 256, whole);
  CHECK(b.request(Opcode::write_last_imm, 101, 44).nak == 0x20 + 12);
  CHECK_FALSE(b.request(Opcode::write_only, 102).nak);
  CHECK(b.responder.expected() == Psn(101));
  b.receive(0);
  CHECK(b.request(Opcode::write_last_imm, 101, 44).kind == Kind::accepted);
}
