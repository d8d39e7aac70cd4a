#include "app/conformance/rc_cases.h"

#include <fstream>
#include <stdexcept>

#include "support/catch.h"
#include "support/places.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::json;
using Verdict = CaseOutcome::Verdict;

const Json& document() {
  static const Json d = [] {
    std::ifstream file(rocelab::test::data_folder() + "/conformance/rc_cases.json");
    if (!file) throw std::runtime_error("rc_cases.json is not there");
    return Json::parse(file);
  }();
  return d;
}

Json case_of(const std::string& id) {
  for (const Json& c : document().at("cases")) {
    if (c.at("id") == id) return c;
  }
  throw std::runtime_error("no case " + id);
}

CaseOutcome run(const Json& c) {
  Json d = document();
  d["cases"] = Json::array({c});
  return run_rc_cases(d).at(0);
}

/// The reason why a case fails once the value at `where` is another.
std::string reason_with(const std::string& id, const char* where, const Json& value) {
  Json c = case_of(id);
  c[Json::json_pointer(where)] = value;
  const CaseOutcome o = run(c);
  return o.verdict == Verdict::failed ? o.reason : "it did not fail";
}

std::string reason_without(const std::string& id, std::size_t step) {
  Json c = case_of(id);
  c["steps"].erase(step);
  const CaseOutcome o = run(c);
  return o.verdict == Verdict::failed ? o.reason : "it did not fail";
}

}  // namespace

// Cases of part "verbs" wait for UC and UD.
TEST_CASE("every case of the reliable connection passes") {
  for (const Json& c : document().at("cases")) {
    if (c.at("part") != "rc") continue;
    const CaseOutcome o = run(c);
    if (o.verdict != Verdict::passed) FAIL_CHECK(o.id << ": " << o.reason);
  }
}

TEST_CASE("a case with an altered frame expectation fails and names the difference") {
  CHECK(reason_with("R-WR-NOACK", "/steps/3/tx/op", "ATOMIC_ACK") == "step 3: tx.op: wanted ATOMIC_ACK, got ACK");
  CHECK(reason_with("R-WR-NOACK", "/steps/3/tx/psn", 102) == "step 3: tx.psn: wanted 102, got 101 (0x65)");
  CHECK_THAT(reason_with("R-WR-NOACK", "/steps/3/tx/syndrome", "nak"), Contains("step 3: tx.syndrome: wanted nak"));
  CHECK(reason_with("R-WR-NOACK", "/steps/3/tx/msn", 1) == "step 3: tx.msn: wanted 1, got 2 (0x2)");
  CHECK_THAT(reason_with("Q-RD-LOSS", "/steps/1/tx/reth/len", 999),
             Contains("step 1: tx.reth.len: wanted 999, got 1000"));
  CHECK_THAT(reason_with("Q-RD-LOSS", "/steps/1/tx/reth/va/value", 1), Contains("step 1: tx.reth.va: wanted 0x1"));
  CHECK_THAT(reason_with("Q-RD-LOSS", "/steps/1/tx/reth/rkey/value", 1), Contains("step 1: tx.reth.rkey: wanted 0x1"));
  CHECK(reason_with("Q-RD-LOSS", "/steps/1/tx/payload_len", 1) == "step 1: tx.payload_len: wanted 1, got 0 (0x0)");
  CHECK_THAT(reason_with("Q-RNR-WAIT", "/steps/1/tx/payload/seed", 2),
             Contains("step 1: tx.payload at octet 0: wanted 02"));
  CHECK(reason_with("R-DUP-ATOM-UNKNOWN", "/steps/2/tx/orig", 5) == "step 2: tx.orig: wanted 5, got 0 (0x0)");
  CHECK_THAT(reason_with("X-SRQ-2QP", "/steps/3/tx/from", "q"), Contains("step 3: tx: wanted"));
  CHECK_THAT(reason_with("Q-RNR-WAIT", "/steps/3/tx/after_us_min", 6000),
             Contains("step 3: tx.after_us_min: wanted 6000, got 1"));
  CHECK_THAT(reason_with("Q-RNR-WAIT", "/steps/3/tx/after_us_max", 1000),
             Contains("step 3: tx.after_us_max: wanted 1000, got 1"));
}

TEST_CASE("a case fails when a frame does not come, or one too many") {
  CHECK_THAT(reason_with("R-QPN", "/steps/1", {{"tx", {{"op", "ACK"}}}}),
             Contains("step 1: tx: wanted {\"op\":\"ACK\"}, got no frame"));
  CHECK(reason_with("R-WR-NOACK", "/steps/3", {{"quiet_us", 10}}) == "step 3: quiet_us: wanted 10, got ACK psn 101");
  CHECK(reason_without("R-WR-NOACK", 3) == "end: tx: wanted no further frame, got ACK psn 101");
  CHECK_THAT(reason_with("V-SQFULL", "/at_end", Json::object()), Contains("end: tx: wanted no further frame"));
}

TEST_CASE("a case with an altered completion expectation fails and names the difference") {
  CHECK(reason_with("Q-RNR-WAIT", "/steps/5/cqe/status", "WR_FLUSH_ERR") ==
        "step 5: cqe.status: wanted WR_FLUSH_ERR, got SUCCESS");
  CHECK(reason_with("Q-RNR-WAIT", "/steps/5/cqe/opcode", "WRITE") == "step 5: cqe.opcode: wanted WRITE, got SEND");
  CHECK_THAT(reason_with("Q-RNR-WAIT", "/steps/5/cqe/wr_id", 2), Contains("wr_id 2 was never posted"));
  CHECK(reason_with("Q-RD-LOSS", "/steps/8/cqe/byte_len", 999) == "step 8: cqe.byte_len: wanted 999, got 1000 (0x3e8)");
  CHECK(reason_with("R-RNR-WRIMM-LAST", "/steps/8/cqe/imm", 6) == "step 8: cqe.imm: wanted 6, got 5 (0x5)");
  CHECK_THAT(reason_with("Q-RNR-WAIT", "/steps/5/cqe/imm", 6), Contains("step 5: cqe.imm: wanted 6, got no such flag"));
  CHECK(reason_with("Q-RNR-WAIT", "/steps/5/cqe/grh", true) == "step 5: cqe.grh: wanted true, got 0 (0x0)");
  CHECK_THAT(reason_with("R-RNR", "/steps/7/cqe/inv", {{"value", 1}}),
             Contains("step 7: cqe.inv: wanted {\"value\":1}, got no such flag"));
  CHECK_THAT(reason_with("R-INV-OK", "/steps/9/cqe/inv", {{"value", 1}}), Contains("step 9: cqe.inv: wanted 1, got"));
  CHECK_THAT(reason_with("X-SRQ-2QP", "/steps/6/cqe/qp", "p"), Contains("step 6: cqe.qp: wanted"));
  CHECK_THAT(reason_with("R-QPN", "/steps/1", {{"cqe", {{"wr_id", 1}}}}),
             Contains("step 1: cqe: wr_id 1 was never posted"));
  CHECK_THAT(reason_with("Q-RNR-WAIT", "/steps/2", {{"cqe", {{"wr_id", 1}}}}),
             Contains("step 2: cqe: wanted {\"wr_id\":1}, got no completion"));
  CHECK(reason_with("Q-RNR-WAIT", "/steps/5", {{"no_cqe", true}}) ==
        "step 5: no_cqe: wanted no completion, got wr_id 1 SUCCESS in SQ of q");
  CHECK(reason_without("Q-RNR-WAIT", 5) == "end: cqe: wanted no further completion, got wr_id 1 SUCCESS in SQ of q");
}

TEST_CASE("completions of one queue come in order, those of different queues in any") {
  Json c = case_of("X-SRQ-2QP");
  std::swap(c["steps"][6], c["steps"][7]);
  CHECK(run(c).reason == "step 6: cqe.wr_id: wanted 2, got 1 (0x1)");
}

TEST_CASE("a case with an altered memory, QP or event expectation fails and names the difference") {
  CHECK_THAT(reason_with("R-WR-NOACK", "/steps/4/memory/cat/0/seed", 91),
             Contains("step 4: memory at octet 0: wanted 5b"));
  CHECK(reason_with("R-WR-NOACK", "/steps/5/qp/state", "ERR") == "step 5: qp.state: wanted ERR, got RTS");
  CHECK(reason_with("R-WR-NOACK", "/steps/5/qp/epsn", 103) == "step 5: qp.epsn: wanted 103, got 102 (0x66)");
  CHECK(reason_with("Q-RNR-WAIT", "/steps/6/qp/sq_psn", 502) == "step 6: qp.sq_psn: wanted 502, got 501 (0x1f5)");
  CHECK(reason_with("R-SENDIMM", "/steps/5/cq_event/fired", false) ==
        "step 5: cq_event.fired: wanted false, got 1 (0x1)");
  CHECK(reason_with("X-SRQ-LASTWQE", "/steps/1/async_event", "SQ_DRAINED") ==
        "step 1: async_event: wanted SQ_DRAINED, got none");
}

TEST_CASE("a case with an altered result of a call fails and names the difference") {
  CHECK(reason_with("V-INIT", "/steps/0/returns", "ENOMEM") == "step 0: returns: wanted ENOMEM, got EINVAL");
  CHECK(reason_with("V-INIT", "/steps/0/returns", 0) == "step 0: returns: wanted 0, got EINVAL");
  CHECK(reason_with("R-MR-DEREG", "/steps/0/returns", "EBUSY") == "step 0: returns: wanted EBUSY, got 0");
  CHECK_THAT(reason_with("V-SQFULL", "/steps/0/fill_sq/at_least", 1025),
             Contains("step 0: fill_sq: wanted at least 1025 accepted"));
}

TEST_CASE("of alternatives one must come, and what follows it is checked") {
  CHECK(run(case_of("Q-RD-NOLW")).verdict == Verdict::passed);
  Json none = case_of("Q-RD-NOLW");
  none["steps"][1]["choose"] = {{{{"tx", {{"op", "ACK"}}}}}, {{{"quiet_us", 10}}}};
  CHECK_THAT(run(none).reason, Contains("step 1: choose: wanted one of the branches, got"));
  Json silence = case_of("R-QPN");
  silence["steps"][1] = {{"choose", {{{{"tx", {{"op", "ACK"}}}}}, {{{"quiet_us", 10}}}}}};
  CHECK(run(silence).reason == "");
  Json wrong = case_of("R-WR-NOACK");
  wrong["steps"][3] = {{"choose", {{{{"tx", {{"op", "ACK"}}}}, {{"quiet_us", 1}}, {{"qp", {{"epsn", 7}}}}}}}};
  CHECK_THAT(run(wrong).reason, Contains("qp.epsn: wanted 7, got 102"));
}

TEST_CASE("what a case cannot be is told, never ignored and never a crash") {
  const auto broken = [](const char* where, const Json& value) { return reason_with("R-WR-NOACK", where, value); };
  CHECK_THAT(broken("/steps/3/tx/sindrome", 1), Contains("unknown member \"sindrome\""));
  CHECK_THAT(broken("/steps/0", {{"rx_raw", 1}}), Contains("unknown step \"rx_raw\""));
  CHECK_THAT(broken("/steps/0/quiet_us", 1), Contains("a step is one thing"));
  CHECK_THAT(broken("/steps/0", Json::object()), Contains("an empty step"));
  CHECK_THAT(broken("/steps/0", 5), Contains("no step"));
  CHECK_THAT(broken("/steps", 5), Contains("steps: no list"));
  CHECK_THAT(broken("/steps/4/returns", 0), Contains("returns nothing"));
  CHECK_THAT(broken("/setup/qp/colour", 5), Contains("unknown member \"colour\""));
  CHECK_THAT(broken("/setup/mrs/m/len", "long"), Contains("no integer"));
  CHECK_THAT(broken("/setup", 5), Contains("setup"));
  CHECK_THAT(broken("/setup/qp/state", "SQE"), Contains("state SQE"));
  CHECK_THAT(broken("/setup/qp/mtu", 300), Contains("no path MTU"));
  CHECK_THAT(broken("/setup/qp/send_cq", "cq9"), Contains("no CQ is named"));
  CHECK_THAT(broken("/at_end", {{"tx", "none"}}), Contains("at_end.tx"));
  CHECK_THAT(broken("/colour", 5), Contains("unknown member \"colour\""));
  Json d = document();
  d["cases"] = {5, Json::object()};
  const auto outcomes = run_rc_cases(d);
  CHECK(outcomes.at(0).id == "cases[0]");
  CHECK(outcomes.at(0).verdict == Verdict::failed);
  CHECK(outcomes.at(1).verdict == Verdict::failed);
}

TEST_CASE("a case that requires what the device has not is skipped") {
  Json c = case_of("R-WR-NOACK");
  c["requires"] = {"time_travel"};
  const CaseOutcome o = run(c);
  CHECK(o.verdict == Verdict::skipped);
  CHECK(o.reason == "requires \"time_travel\"");
}

TEST_CASE("a document that is none of transport cases is refused") {
  CHECK_FALSE(is_rc_cases(Json::array()));
  CHECK_FALSE(is_rc_cases({{"format", "rc-cases/2"}, {"cases", Json::array()}}));
  CHECK(is_rc_cases(document()));
  CHECK_THROWS_AS(run_rc_cases({{"vectors", 1}}), std::runtime_error);
  CHECK_THROWS_AS(run_rc_cases({{"format", "rc-cases/1"}}), std::runtime_error);
  CHECK_THROWS_AS(run_rc_cases({{"format", "rc-cases/1"}, {"cases", 1}}), std::runtime_error);
  CHECK(run_rc_cases({{"format", "rc-cases/1"}, {"cases", Json::array()}}).empty());
}

}  // namespace rocelab::app
