#include "responder_bench.h"
#include "transport/rc/credits.h"

using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;
using Kind = Arrival::Kind;
using wire::Opcode;

TEST_CASE("ACKs in a row become the newest, one never passes a READ's answer before it") {
  ResponderBench b;
  b.request(Opcode::write_only, 100), b.request(Opcode::write_only, 101);
  b.read(102, 8);
  b.request(Opcode::write_only, 103), b.request(Opcode::write_only, 104);
  const auto answers = b.answers();
  REQUIRE(answers.size() == 3);
  CHECK(answers[0].psn == Psn(101));
  CHECK(answers[1].opcode == Opcode::read_response_only);
  CHECK(answers[2].psn == Psn(104));
  CHECK(answers[2].aeth.msn == 5);
}

TEST_CASE("no ACK without AckReq, and the MSN counts messages, not packets") {
  ResponderBench b;
  Extra quiet;
  quiet.ack = false, quiet.length = 600;
  b.request(Opcode::write_first, 100, 256, quiet), b.request(Opcode::write_middle, 101, 256, quiet);
  CHECK(b.responder.msn() == 0);
  b.request(Opcode::write_last, 102, 88, quiet);
  CHECK(b.answers().empty());
  CHECK(b.responder.msn() == 1);
}

TEST_CASE("one NAK a gap, the next gap has its own") {
  const std::string name = GENERATE("go_back_n", "go_back_0");
  ResponderBench b(name);
  CHECK(b.request(Opcode::write_only, 102).nak == sequence_nak);
  CHECK_FALSE(b.request(Opcode::write_only, 103).nak);
  CHECK(b.request(Opcode::write_only, 100).kind == Kind::accepted);
  const Arrival again = b.request(Opcode::write_only, 102);
  CHECK(again.nak == sequence_nak);
  CHECK(again.nak_psn == Psn(101));
}

TEST_CASE("a repeated WRITE is not done again and answered with the newest ACK") {
  ResponderBench b;
  b.request(Opcode::write_only, 100), b.request(Opcode::write_only, 101);
  b.answers();
  CHECK(b.request(Opcode::write_only, 100).kind == Kind::duplicate);
  CHECK(b.pieces.empty());
  const auto answers = b.answers();
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].psn == Psn(101));
  CHECK(answers[0].aeth.msn == 2);
}

TEST_CASE("a repeated atomic is answered from memory of it, and only once it is known") {
  ResponderBench b;
  CHECK(b.request(Opcode::fetch_add, 100).atomic);
  CHECK_FALSE(b.request(Opcode::fetch_add, 100).atomic);
  CHECK(b.answers().empty());
  b.responder.atomic_done(Psn(100), 77);
  CHECK(b.answers().size() == 1);
  CHECK_FALSE(b.request(Opcode::fetch_add, 100).atomic);
  const auto answers = b.answers();
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].original == 77);
}

TEST_CASE("as many fetches are remembered as were agreed, no more") {
  Responder::Settings s = ResponderBench::usual();
  s.max_dest_rd_atomic = 2;
  ResponderBench b("go_back_n", s);
  for (std::uint32_t psn : {100, 101, 102})
    b.request(Opcode::fetch_add, psn), b.responder.atomic_done(Psn(psn), psn), b.answers();
  b.request(Opcode::fetch_add, 100);
  CHECK(b.answers().empty());
  b.request(Opcode::fetch_add, 101);
  CHECK(b.answers().size() == 1);
}

TEST_CASE("more open fetches than agreed are an invalid request") {
  Responder::Settings s = ResponderBench::usual();
  s.max_dest_rd_atomic = 2;
  ResponderBench b("go_back_n", s);
  b.read(100, 8), b.read(101, 8);
  const Arrival third = b.read(102, 8);
  CHECK(third.nak == invalid_nak);
  CHECK(third.fatal);
}

TEST_CASE("order of precedence: number, sequence, right, length, receive work request, key") {
  Responder::Settings s = ResponderBench::usual();
  Extra bad;
  bad.rkey = Key{1};
  SECTION("a wrong key in a packet that is early is only early") {
    ResponderBench b;
    CHECK(b.request(Opcode::write_only, 101, 8, bad).nak == sequence_nak);
  }
  SECTION("a queue pair without the right refuses before it looks at the key") {
    s.access = 0;
    ResponderBench b("go_back_n", s);
    CHECK(b.request(Opcode::write_only, 100, 8, bad).nak == invalid_nak);
  }
  SECTION("a wrong length comes before the key") {
    ResponderBench b;
    bad.length = 9;
    CHECK(b.request(Opcode::write_only, 100, 8, bad).nak == invalid_nak);
  }
  SECTION("a missing receive work request comes before the key") {
    ResponderBench b;
    CHECK(b.request(Opcode::write_only_imm, 100, 8, bad).nak == 0x20 + 12);
    b.receive(0);
    CHECK(b.request(Opcode::write_only_imm, 100, 8, bad).nak == access_nak);
    CHECK(b.taken == 0);
  }
}

TEST_CASE("while a receive work request is fetched the packet waits and nothing has changed") {
  ResponderBench b;
  b.receive(64);
  b.fetching = true;
  CHECK(b.request(Opcode::send_only, 100).kind == Kind::wait);
  CHECK(b.responder.expected() == Psn(100));
  b.fetching = false;
  CHECK(b.request(Opcode::send_only, 100).completes);
}

TEST_CASE("credits are the largest code that promises no more than there is") {
  CHECK(credit_code(0) == 0);
  CHECK(credit_code(5) == 4);
  CHECK(credit_code(6) == 5);
  CHECK(credit_code(40000) == 30);
  Responder::Settings s = ResponderBench::usual();
  s.advertise_credits = true;
  ResponderBench b("go_back_n", s);
  for (int i = 0; i < 3; ++i) b.receive(64);
  b.request(Opcode::send_only, 100);
  CHECK(b.answers().at(0).aeth.value() == 2);
}

TEST_CASE("memory that goes away under a READ ends it with an access NAK at the packet it had come to") {
  ResponderBench b;
  b.read(100, 600);
  std::vector<protection::Piece> pieces;
  bool fatal = false;
  CHECK(b.responder.next(pieces, fatal)->psn == Psn(100));
  b.keys.remove(b.region.lkey);
  const auto nak = b.responder.next(pieces, fatal);
  CHECK(fatal);
  CHECK(nak->aeth.syndrome == access_nak);
  CHECK(nak->psn == Psn(101));
}

TEST_CASE("a refusal tells key, place and length, also where the packet does not name them") {
  using protection::Fault;
  ResponderBench b;
  Extra message;
  message.va = 0x5000, message.length = 600;
  CHECK(b.request(Opcode::write_first, 100, 256, message).kind == Kind::accepted);
  b.keys.remove(b.region.lkey);  // deregistered in the middle of the message
  const protection::Refusal middle = b.request(Opcode::write_middle, 101, 256, message).refusal;
  CHECK(middle.fault == Fault::unknown_key);
  CHECK(middle.asked.key == b.region.rkey);
  CHECK(middle.asked.start == 0x5000 + 256);
  CHECK(middle.asked.length == 256);
}

TEST_CASE("a refused receive buffer is told by its lkey") {
  ResponderBench b;
  b.receives.push_back({{0x10000, 64, Key{0x777}}});
  const protection::Refusal refusal = b.request(Opcode::send_only, 100, 8).refusal;
  CHECK(refusal.fault == protection::Fault::unknown_key);
  CHECK(refusal.asked.key == Key{0x777});
  CHECK(refusal.asked.start == 0x10000);
  CHECK_FALSE(refusal.asked.remote);
}
