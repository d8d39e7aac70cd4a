#include <nlohmann/json.hpp>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

TEST_CASE("every scenario of the library runs and every claim about it holds") {
  const Scratch folder;
  const Ran ran = run_rocelab("check all", folder.path());
  INFO(ran.out);
  for (const auto& scenario : nlohmann::json::parse(rocelab_stdout("list --json", folder.path()).out)) {
    CHECK(ran.out.find("  " + scenario["id"].get<std::string>() + "  ") != std::string::npos);
  }
  CHECK(ran.status == 0);
  CHECK(ran.out.find("FAIL") == std::string::npos);
}

TEST_CASE("every operation moves its messages with many in flight over a lossy wire") {
  const Scratch folder;
  for (const char* name : {"02-send-recv", "10-read", "11-write-immediate", "12-send-immediate", "13-send-invalidate",
                           "14-fetch-add", "15-compare-swap", "17-pipelined-writes"}) {
    INFO(name);
    const Ran ran = rocelab_stdout(std::string("run ") + name +
                                       " --json --no-waves --set message.count=200 --set message.inflight=7"
                                       " --set network.loss=0.01 --set network.corruption=0.01 --set seed=2",
                                   folder.path());
    const auto rdma = nlohmann::json::parse(ran.out)["lanes"]["rdma"];
    CHECK(rdma["status"] == "delivered");
    CHECK(rdma["payload_intact"] == true);
    CHECK(rdma["wire"]["dropped"].get<int>() + rdma["wire"]["corrupted"].get<int>() > 0);
  }
}

TEST_CASE("an operation that its keys contradict is refused with what is allowed") {
  const Scratch folder;
  const auto refused = [&](const std::string& settings, const std::string& why) {
    const Ran ran = run_rocelab("run 10 " + settings, folder.path());
    CHECK(ran.status == 2);
    CHECK_THAT(ran.out, Contains(why));
  };
  refused("--set operation=fetch_add", "message.size must be 8, not 4096 B");
  refused("--set rdma.inline=true", "operation read sends none");
  refused("--set operation=write --set rdma.inline=true", "rdma.inline takes at most 220 B");
  refused("--set operation=wite", "did you mean");
}
