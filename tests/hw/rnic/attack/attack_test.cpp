#include "hw/rnic/attack/attack.h"
#include "support/catch.h"
#include "support/isolation/wrong.h"

using namespace rocelab;
using namespace rocelab::test;
using rc::QpState;
using rc::Transport;

namespace {

/// 12 000 packets in each state; `attack` (tests/bench) plays a million.
void attacked(Transport transport, QpState state) {
  Attack attack(transport, state, 1);
  try {
    attack.play(12'000);
  } catch (const isolation::Wrong& wrong) {
    FAIL(rc::name(state) << ", transport " << static_cast<int>(transport) << ": " << wrong.what());
  }
  // Each way of being turned away was met.
  for (const Counter* cause : {&rnic::unknown_qp, &rnic::wrong_pkey, &rnic::icrc_errors, &rnic::malformed})
    CHECK(attack.outcomes().count(std::string(cause->id)));
  const bool up = rc::receives(state);
  CHECK(attack.outcomes().count(std::string(rnic::wrong_address.id)) == up);
  CHECK((attack.outcomes().count(std::string(rnic::wrong_state.id)) == 1 || up));
  CHECK(attack.outcomes().count("accepted") == up);
  CHECK((attack.replayed() > 0) == up);
}

}  // namespace

TEST_CASE("RC: a stranger changes nothing but counters, and in the peer's place gets what the rules say") {
  attacked(Transport::rc,
           GENERATE(QpState::reset, QpState::init, QpState::rtr, QpState::rts, QpState::sqd, QpState::err));
}

TEST_CASE("UC: a stranger changes nothing but counters, and in the peer's place gets what the rules say") {
  attacked(Transport::uc, GENERATE(QpState::reset, QpState::init, QpState::rtr, QpState::rts, QpState::sqd,
                                   QpState::sqe, QpState::err));
}

TEST_CASE("UD: whoever lacks the Q_Key changes nothing but counters, whoever has it reaches posted receives alone") {
  attacked(Transport::ud, GENERATE(QpState::reset, QpState::init, QpState::rtr, QpState::rts, QpState::sqd,
                                   QpState::sqe, QpState::err));
}
