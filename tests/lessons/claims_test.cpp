#include "lessons/claims/claim.h"
#include "lessons/claims/said.h"

#include <functional>
#include <set>

#include "lessons/sample.h"
#include "lessons/verdicts.h"
#include "scenarios/input_error.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::lessons;
using scenarios::Result;

namespace {

test::Verdicts verdicts(const Result& result) {
  return test::verdicts(result.scenario, test::Results{{"run", result}});
}

scenarios::LaneResult& lane(Result& r, const std::string& name) { return r.lanes[name == "tcp" ? 0 : 1].second; }

ClaimSet one_claim(const std::string& rest) {
  return read_claims("lesson = 1\n[[claim]]\nid = \"x\"\nzh = \"z\"\nen = \"e\"\n" + rest, "mine.toml");
}

}  // namespace

TEST_CASE("every claim of lessons 1 and 2 holds on a run that is as the lessons say") {
  const auto all = verdicts(test::sample_result());
  CHECK(all.size() >= 26);
  for (const auto& [id, holds] : all) {
    INFO(id);
    CHECK(holds == true);
  }
}

TEST_CASE("every claim fails when its cause is taken away") {
  using Break = std::function<void(Result&)>;
  const std::map<std::string, Break> breaks{
      {"l1.nine_stages", [](Result& r) { lane(r, "tcp").stages.pop_back(); }},
      {"l1.copies", [](Result& r) { lane(r, "tcp").copies = 1; }},
      {"l1.copy_in_moves_all", [](Result& r) { lane(r, "tcp").stages[1].bytes = 4095; }},
      {"l1.copy_out_moves_all", [](Result& r) { lane(r, "tcp").stages[7].bytes = 0; }},
      {"l1.syscalls", [](Result& r) { lane(r, "tcp").syscalls = 3; }},
      {"l1.local_kernel", [](Result& r) { lane(r, "tcp").local.cpu.by_book[3] = 0; }},
      {"l1.peer_kernel", [](Result& r) { lane(r, "tcp").peer.cpu = {}; }},
      {"l1.interrupted", [](Result& r) { lane(r, "tcp").interrupts = 0; }},
      {"l1.peer_cpu", [](Result& r) { lane(r, "tcp").peer.cpu = {}; }},
      {"l1.cpu_stages", [](Result& r) { lane(r, "tcp").stages[2].unit = Unit::nic; }},
      {"l1.intact", [](Result& r) { lane(r, "tcp").payload_intact = false; }},
      {"l2.zero_copy", [](Result& r) { lane(r, "rdma").copies = 1; }},
      {"l2.kernel_bypass", [](Result& r) { lane(r, "rdma").syscalls = 1; }},
      {"l2.no_context_switch", [](Result& r) { lane(r, "rdma").context_switches = 1; }},
      {"l2.no_kernel_time", [](Result& r) { lane(r, "rdma").peer.cpu.by_book[4] = 1; }},
      {"l2.transport_tcp", [](Result& r) { lane(r, "tcp").transport_in = "nic"; }},
      {"l2.transport_rdma", [](Result& r) { lane(r, "rdma").transport_in = "kernel"; }},
      {"l2.peer_cpu", [](Result& r) { lane(r, "rdma").peer.cpu.by_book[0] = 1; }},
      {"l2.cpu_stages", [](Result& r) { lane(r, "rdma").stages[0].unit = Unit::cpu; }},
      {"l2.straight_from_memory", [](Result& r) { lane(r, "rdma").stages[1].bytes = 0; }},
      {"l2.straight_into_memory", [](Result& r) { lane(r, "rdma").stages[2].bytes = 1; }},
      {"l2.same_wire", [](Result& r) { lane(r, "rdma").wire.nic_to_nic += 1; }},
      {"l2.faster", [](Result& r) { lane(r, "rdma").latency = lane(r, "tcp").latency; }},
      {"l2.frees_the_cpu", [](Result& r) { lane(r, "rdma").local.cpu.by_book[0] = 1'000'000'000; }},
      {"l2.less_memory_traffic", [](Result& r) { lane(r, "rdma").local.memory_bytes = 1 << 20; }},
      {"l2.intact", [](Result& r) { lane(r, "rdma").payload_intact = false; }},
  };
  for (const auto& [id, holds] : verdicts(test::sample_result())) {
    INFO(id);
    REQUIRE(breaks.count(id));
    Result broken = test::sample_result();
    breaks.at(id)(broken);
    CHECK(verdicts(broken).at(id) == false);
  }
}

TEST_CASE("a claim whose key was overridden is not applicable, unless it says that it applies") {
  Result r = test::sample_result();
  r.overridden = {"operation"};
  CHECK(verdicts(r).at("l2.zero_copy") == true);  // set, but to what it was
  lane(r, "rdma").path = "rdma_send";
  CHECK(verdicts(r).at("l2.zero_copy") == std::nullopt);
  CHECK(verdicts(r).at("l1.copies") == true);
  lane(r, "rdma").path = "rdma_write";
  r.overridden = {"lanes.rdma.rdma.registered"};
  lane(r, "rdma").delivered = false;
  CHECK(verdicts(r).at("l2.zero_copy") == std::nullopt);
  CHECK(verdicts(r).at("l2.transport_tcp") == true);
  r = test::sample_result();
  r.overridden = {"message.size"};
  CHECK(verdicts(r).at("l1.syscalls") == true);
  r.config[1].second = "1MiB";
  CHECK(verdicts(r).at("l1.syscalls") == std::nullopt);
  r.overridden = {"network.rate"};
  CHECK(verdicts(r).at("l2.same_wire") == true);
  r.overridden = {"lanes.tcp.network.rate"};
  CHECK(verdicts(r).at("l2.same_wire") == std::nullopt);
}

TEST_CASE("a lane that a claim speaks of and the run does not have fails the claim, with the reason") {
  Result r = test::sample_result();
  r.lanes.pop_back();
  const ClaimSet set = claims_of(r.scenario);
  for (const Verdict& v : judge(set.claims, {{"run", facts_of(r)}}, {})) {
    if (v.claim->id != "l2.zero_copy") continue;
    CHECK(v.holds == false);
    CHECK_THAT(v.measured.get<std::string>(), Contains("there is no run.lanes.rdma"));
  }
}

TEST_CASE("expectations: equality, order, a range, shown with the value they stand for") {
  const Runs runs{{"run", {{"x", 5}, {"y", 7.25}, {"w", "nic"}}}};
  const auto verdict = [&](const std::string& measure, const std::string& expect) {
    const ClaimSet set = one_claim("measure = '" + measure + "'\nexpect = '" + expect + "'\n");
    const Verdict v = judge(set.claims, runs, {}).front();
    return std::pair(v.expected, v.holds);
  };
  CHECK(verdict("run.x", "== 5") == std::pair<std::string, std::optional<bool>>("= 5", true));
  CHECK(verdict("run.x", "!= 5").second == false);
  CHECK(verdict("run.x", "< run.y") == std::pair<std::string, std::optional<bool>>("< 7.250", true));
  CHECK(verdict("run.x", "> run.y").second == false);
  CHECK(verdict("run.x", "<= 5").second == true);
  CHECK(verdict("run.x", ">= 5.5").second == false);
  CHECK(verdict("run.x", "within 4.5 .. 5") == std::pair<std::string, std::optional<bool>>("4.500 .. 5", true));
  CHECK(verdict("run.y", "within 4.5 .. 5").second == false);
  CHECK(verdict("run.w", "== \"nic\"").second == true);
  CHECK(verdict("run.w", "> 1").second == false);
}

TEST_CASE("ids are unique and the sets name scenarios") {
  std::set<std::string> ids;
  for (const ClaimSet& set : all_claims()) {
    CHECK_FALSE(set.scenarios.empty());
    for (const Claim& c : set.claims) {
      INFO(c.id);
      CHECK(ids.insert(c.id).second);
      CHECK_FALSE(c.text.zh.empty());
      CHECK_FALSE(c.text.en.empty());
      CHECK_FALSE(c.keys.empty());
    }
  }
  CHECK(claims_of("no-such-scenario").claims.empty());
}

TEST_CASE("a file of claims that is wrong is refused with file and line") {
  CHECK_THROWS_WITH(one_claim("measure = 'run.x'\n"), Contains("mine.toml:2") && Contains("'expect' is missing"));
  CHECK_THROWS_WITH(one_claim("measure = 'run.x'\nexpect = 'about 2'\n"), Contains("within a .. b"));
  CHECK_THROWS_WITH(one_claim("measure = 'run.x'\nexpect = '== 1'\nexpects = 2\n"), Contains("unknown key 'expects'"));
  CHECK_THROWS_AS(read_claims("lesson = = 1", "mine.toml"), scenarios::InputError);
}

TEST_CASE("named runs are settings of the same scenario") {
  const ClaimSet set = read_claims("lesson = 1\n[runs.big]\n\"message.size\" = \"1MiB\"\n", "mine.toml");
  CHECK(set.runs.at("big").at("message.size") == "1MiB");
}

TEST_CASE("a claim says the values that it refers to and a question mark where there are none") {
  const Runs runs{{"run", {{"loss", 0.01}, {"size", "4KiB"}}}};
  const Text text = said({"丢 {run.loss|percent}", "at {run.loss|percent} loss, {run.size}, {run.gone}"}, runs);
  CHECK(text.zh == "丢 1\u00a0%");
  CHECK(text.en == "at 1\u00a0% loss, 4\u00a0KiB, ?");
}

TEST_CASE("a claim depends on every key of a group that it names, for all lanes or for one") {
  const ClaimSet set =
      one_claim("measure = \"run.lanes.rdma.copies\"\nexpect = \"== 7\"\nkeys = [\"pcie.*\", \"seed\"]\n");
  const Result result = test::sample_result();
  const auto holds = [&](const std::string& key) {
    return judge(set.claims, {{"run", facts_of(result)}}, {key})[0].holds;
  };
  for (const char* key : {"pcie.lanes", "lanes.rdma.pcie.lanes", "seed"}) {
    INFO(key);
    CHECK(holds(key) == std::nullopt);
  }
  for (const char* key : {"pcie", "nic.pcie.lanes", "message.size", "lanes.pcie.seeds"}) {
    INFO(key);
    CHECK(holds(key) == false);
  }
}
