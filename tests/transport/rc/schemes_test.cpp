#include "requester_bench.h"
#include "responder_bench.h"

using namespace rocelab;
using namespace rocelab::rc;
using namespace rocelab::rc::test;
using wire::Opcode;

namespace {

const char* const every[]{"go_back_0", "go_back_n", "irn", "rack", "timeout_only"};

/// Time passes until something leaves.
Psns later(RequesterBench& b) {
  for (int i = 0; i < 20 && b.requester.wakes() != never; ++i) {
    b.expire();
    if (const Psns psns = b.sent(); !psns.empty()) return psns;
  }
  return {};
}

}  // namespace

TEST_CASE("what each scheme sends again for one lost packet of five") {
  const auto [name, again] = GENERATE(table<std::string, Psns>({
      {"go_back_0", {100, 101, 102, 103, 104}},  // the receiver names the message's first packet
      {"go_back_n", {101, 102, 103, 104}},
      {"irn", {101}},
      {"rack", {101}},
      {"timeout_only", {}},
  }));
  CAPTURE(name);
  RequesterBench b(name);
  b.post(SendOp::write, 256 * 5);
  while (b.requester.next(b.now)) b.now += us;
  b.now = 50 * us;
  b.nak(name == "go_back_0" ? 100 : 101, wire::NakCode::psn_sequence_error, 1);
  if (name == "rack") b.expire();  // its reordering window
  CHECK(b.sent() == again);
}

TEST_CASE("a lost ACK: every scheme's timer finds out, and the answer to what is repeated completes the work") {
  const std::string name = GENERATE(from_range(std::begin(every), std::end(every)));
  CAPTURE(name);
  RequesterBench b(name);
  b.post(SendOp::send);
  b.sent();
  CHECK(later(b) == Psns{100});
  CHECK(b.last[0].ack_request);
  CHECK(b.last[0].transmission == 2);
  b.ack(100);
  CHECK(b.done == Dones{{0, Status::success}});
  CHECK(b.requester.wakes() == never);
}

TEST_CASE("a lost NAK: the timer brings the missing packet") {
  const std::string name = GENERATE(from_range(std::begin(every), std::end(every)));
  CAPTURE(name);
  RequesterBench b(name);
  b.post(SendOp::write, 256 * 3);
  b.sent();
  bool came = false;
  for (int i = 0; i < 4 && !came; ++i)
    for (std::uint32_t psn : later(b)) came |= psn == 100;
  CHECK(came);
}

TEST_CASE("a lost repetition: IRN and go-back-N leave it to the timer, RACK's clock finds it by what came later") {
  const auto [name, by_timer] = GENERATE(table<std::string, unsigned>({{"irn", 1}, {"go_back_n", 1}, {"rack", 0}}));
  CAPTURE(name);
  RequesterBench b(name);
  b.post(SendOp::write, 256 * 2);
  b.sent();
  b.now = 10 * us;
  b.nak(100, wire::NakCode::psn_sequence_error, 1);
  if (name == "rack") b.expire();
  REQUIRE(!b.sent().empty());  // 100, lost again
  b.now += 5 * us;
  b.post(SendOp::write);
  CHECK(b.sent() == Psns{102});
  b.now += 10 * us;
  if (name != "go_back_n") b.nak(100, wire::NakCode::psn_sequence_error, 2);
  const Psns again = b.sent().empty() ? later(b) : Psns{b.last[0].psn.value()};
  REQUIRE(!again.empty());
  CHECK(again[0] == 100);
  CHECK(b.timeouts == by_timer);
}

TEST_CASE("which receivers keep what is early, and which speak of it") {
  const auto [name, keeps, speaks] = GENERATE(table<std::string, bool, bool>({{"go_back_0", false, true},
                                                                              {"go_back_n", false, true},
                                                                              {"irn", true, true},
                                                                              {"rack", true, true},
                                                                              {"timeout_only", false, false}}));
  CAPTURE(name);
  ResponderBench b(name);
  const Arrival a = b.request(Opcode::write_only, 102);
  CHECK((a.kind == Arrival::Kind::held) == keeps);
  CHECK(a.nak.has_value() == speaks);
  const auto answers = b.answers();
  CHECK(answers.size() == speaks);
  if (keeps) CHECK(answers[0].distance_seen == 2);
}

TEST_CASE("IRN keeps no more in flight than its bandwidth-delay product, and the last packet asks for an ACK") {
  RequesterBench b("irn", RequesterBench::usual(), Psn(100), {{"bdp", 4}});
  b.post(SendOp::write, 256 * 20);
  CHECK(b.sent() == Psns{100, 101, 102, 103});
  CHECK(b.last.back().ack_request);
  b.ack(101);
  CHECK(b.sent() == Psns{104, 105});
}

TEST_CASE("a receiver keeps nothing that lies beyond its bitmap") {
  ResponderBench b("irn", ResponderBench::usual(), Psn(100), {{"bdp", 4}});
  CHECK(b.request(Opcode::write_only, 104).kind == Arrival::Kind::held);
  CHECK(b.request(Opcode::write_only, 105).kind == Arrival::Kind::dropped);
}
