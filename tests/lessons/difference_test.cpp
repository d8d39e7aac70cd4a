#include "lessons/summary/difference.h"

#include "lessons/sample.h"
#include "lessons/summary/json.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::lessons;

namespace {

nlohmann::ordered_json summary(const scenarios::Result& result) {
  const ClaimSet set = claims_of(result.scenario);
  const auto facts = facts_of(result);
  return with_claims(facts, judge(set.claims, {{"run", facts}}, {}));
}

std::vector<std::string> row(const std::vector<DifferentRow>& rows, const std::string& name) {
  for (const auto& [row, a, b] : rows) {
    if (row == name) return {a, b};
  }
  return {};
}

}  // namespace

TEST_CASE("two equal runs differ in nothing") {
  CHECK(difference(summary(test::sample_result()), summary(test::sample_result()), Language::en).none());
}

TEST_CASE("what differs is found in settings, table, claims and the rest, with both values") {
  auto other = test::sample_result();
  other.config[1].second = "64KiB";
  other.lanes[0].second.copies = 3;
  other.lanes[0].second.stages[0].end += 1;
  const Difference d = difference(summary(test::sample_result()), summary(other), Language::en);
  CHECK(row(d.settings, "message.size") == std::vector<std::string>{"4KiB", "64KiB"});
  CHECK(row(d.table, "tcp: memory copies") == std::vector<std::string>{"2", "3"});
  CHECK(d.table.size() == 1);
  CHECK(row(d.claims, "l1.copies") == std::vector<std::string>{"PASS 2", "FAIL 3"});
  CHECK(row(d.further, "lanes.tcp.stages[0].end_ns") == std::vector<std::string>{"1000.0", "1000.001"});
}

TEST_CASE("a lane that only one run has differs in every row") {
  auto other = test::sample_result();
  other.lanes.pop_back();
  const Difference d = difference(summary(test::sample_result()), summary(other), Language::zh);
  CHECK(row(d.table, "rdma: 内存拷贝次数") == std::vector<std::string>{"0", "–"});
}
