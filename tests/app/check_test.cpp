#include <nlohmann/json.hpp>

#include "app/check/junit.h"
#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;
using Json = nlohmann::json;

namespace {

const char* const own_claims = R"(
[runs.slow]
"network.rate" = "25Gbps"
[[claim]]
id = "mine.slower"
measure = "slow.lanes.tcp.latency_ns"
expect = "> run.lanes.tcp.latency_ns"
zh = "线路慢了，消息到得晚"
en = "on a slower wire the message arrives later"
[[claim]]
id = "mine.wrong"
measure = "run.lanes.tcp.copies"
expect = "< 1 + 0"
zh = "<TCP> 不拷贝 & 更快"
en = "<TCP> copies \"nothing\" & is fast"
)";

/// What python's own reader finds: suites, tests, failures, skipped, and the message of the first failure.
Json read_by_python(const Scratch& folder, const std::string& file) {
  folder.put("read.py",
             "import json, sys, xml.etree.ElementTree as E\n"
             "r = E.parse(sys.argv[1]).getroot()\n"
             "c = [t for s in r.iter('testsuite') for t in s.iter('testcase')]\n"
             "f = [t.find('failure') for t in c if t.find('failure') is not None]\n"
             "print(json.dumps({'suites': [dict(s.attrib) for s in r], 'cases': len(c),\n"
             "  'failed': len(f), 'skipped': sum(t.find('skipped') is not None for t in c),\n"
             "  'message': f[0].get('message') if f else None}))\n");
  const Ran ran = shell("python3 read.py " + file, folder.path());
  REQUIRE(ran.status == 0);
  return Json::parse(ran.out);
}

}  // namespace

TEST_CASE("check --json has every verdict and the counts") {
  const Scratch folder;
  const Ran ran = rocelab_stdout("check 1 3 --json --seed 7", folder.path());
  CHECK(ran.status == 0);
  const Json all = Json::parse(ran.out);
  CHECK(all["schema"] == 1);
  REQUIRE(all["scenarios"].size() == 2);
  CHECK(all["scenarios"][0]["scenario"] == "01-write-4k");
  CHECK(all["scenarios"][0]["seed"] == 7);
  CHECK(all["scenarios"][1]["claims"][0]["holds"] == true);
  CHECK(all["failed"] == 0);
  CHECK(all["passed"] == all["scenarios"][0]["claims"].size() + all["scenarios"][1]["claims"].size());
}

TEST_CASE("own claims are judged beside the others, with runs of their own, and one that fails fails the check") {
  const Scratch folder;
  folder.put("mine.toml", own_claims);
  const Ran ran = rocelab_stdout("check 1 --claims mine.toml", folder.path());
  CHECK(ran.status == 1);
  CHECK_THAT(ran.out, Contains("PASS  01-write-4k  l1.copies") && Contains("PASS  01-write-4k  mine.slower") &&
                          Contains("FAIL  01-write-4k  mine.wrong") && Contains("1 failed"));
}

TEST_CASE("own claims of one scenario are not made of another") {
  const Scratch folder;
  folder.put("mine.toml", "scenarios = [\"2\"]\n" + std::string(own_claims));
  const Json all = Json::parse(rocelab_stdout("check 1 2 --claims mine.toml --json", folder.path()).out);
  const auto mine = [](const Json& scenario) {
    return std::count_if(scenario["claims"].begin(), scenario["claims"].end(),
                         [](const Json& c) { return c["id"].get<std::string>().rfind("mine.", 0) == 0; });
  };
  CHECK(mine(all["scenarios"][0]) == 0);
  CHECK(mine(all["scenarios"][1]) == 2);
}

TEST_CASE("a claim that cannot be evaluated fails and says why") {
  const Scratch folder;
  folder.put(
      "mine.toml",
      "[[claim]]\nid = \"mine.typo\"\nmeasure = \"run.lanes.tpc.copies\"\nexpect = \"== 2\"\nzh = \"z\"\nen = \"e\"\n");
  const Ran ran = rocelab_stdout("check 1 --claims mine.toml", folder.path());
  CHECK(ran.status == 1);
  CHECK_THAT(ran.out, Contains("there is no run.lanes.tpc"));
}

TEST_CASE("files of claims that are wrong are refused before anything runs") {
  const Scratch folder;
  const auto refused = [&](const std::string& toml, const std::string& why) {
    folder.put("mine.toml", toml);
    const Ran ran = run_rocelab("check 1 --claims mine.toml", folder.path());
    INFO(ran.out);
    CHECK(ran.status == 2);
    CHECK_THAT(ran.out, Contains("mine.toml") && Contains(why));
    CHECK(ran.out.find("PASS") == std::string::npos);
  };
  refused("lesson = 1\n", "no claim");
  refused("[[claim]]\nid = \"x\"\n", "'zh' is missing");
  refused("scenarios = [\"3\"]\n" + std::string(own_claims), "none of those that are checked");
  refused("[[claim]\n", "mine.toml:1");
  folder.put("mine.toml",
             "[runs.r]\n\"mesage.size\" = \"1\"\n" + std::string(own_claims).substr(own_claims[0] == '\n'));
  const Ran key = run_rocelab("check 1 --claims mine.toml", folder.path());
  CHECK(key.status == 2);
  CHECK_THAT(key.out, Contains("mesage.size"));
  CHECK(run_rocelab("check 1 --claims nothing.toml", folder.path()).status == 2);
}

TEST_CASE("the JUnit file is well-formed and says what passed, failed and was skipped") {
  const Scratch folder;
  folder.put("mine.toml", own_claims);
  const Ran ran = rocelab_stdout("check 1 --claims mine.toml --set message.count=2 --junit out.xml", folder.path());
  CHECK(ran.status == 1);
  const Json read = read_by_python(folder, "out.xml");
  REQUIRE(read["suites"].size() == 1);
  CHECK(read["suites"][0]["name"] == "01-write-4k");
  CHECK(read["suites"][0]["tests"] == std::to_string(read["cases"].get<int>()));
  CHECK(read["suites"][0]["failures"] == "1");
  CHECK(read["failed"] == 1);
  CHECK(read["suites"][0]["skipped"] == std::to_string(read["skipped"].get<int>()));
  CHECK(read["skipped"] >= 1);
  CHECK(read["message"] == "<TCP> copies \"nothing\" & is fast: expected < 1, measured 2 ");
}

TEST_CASE("a JUnit file that cannot be written is refused before anything runs") {
  const Scratch folder;
  const Ran ran = run_rocelab("check 1 --junit no/such/folder/out.xml", folder.path());
  CHECK(ran.status == 2);
  CHECK_THAT(ran.out, Contains("no/such/folder/out.xml"));
  CHECK(ran.out.find("PASS") == std::string::npos);
}

TEST_CASE("what XML cannot hold is shown as a question mark") {
  CHECK(rocelab::app::xml_escaped("a<b>&\"\x01") == "a&lt;b&gt;&amp;&quot;?");
}
