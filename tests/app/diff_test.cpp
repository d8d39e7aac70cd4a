#include <regex>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

TEST_CASE("diff finds equal runs equal, by folder and by file") {
  const Scratch folder;
  run_rocelab("run 1 --no-waves --out a", folder.path());
  run_rocelab("run 1 --no-waves --out b", folder.path());
  CHECK(run_rocelab("diff a b", folder.path()).status == 0);
  CHECK(run_rocelab("diff a/summary.json b", folder.path()).status == 0);
}

TEST_CASE("diff shows settings, rows and claims that differ, with both values") {
  const Scratch folder;
  run_rocelab("run 2 --no-waves --out send", folder.path());
  run_rocelab("run 2 --no-waves --set operation=write --out write", folder.path());
  const Ran ran = run_rocelab("diff send write", folder.path());
  CHECK(ran.status == 1);
  CHECK(std::regex_search(ran.out, std::regex("  operation +send +write\n")));
  CHECK(std::regex_search(ran.out, std::regex("  rdma: peer CPU takes part +lightly +not at all\n")));
  CHECK_THAT(ran.out, Contains("l3.peer_light") && Contains("--all"));
  // The other lane did the same.
  CHECK(ran.out.find("tcp: ") == std::string::npos);
  CHECK_THAT(run_rocelab("diff send write --all", folder.path()).out, Contains("lanes.rdma.stages"));
  CHECK_THAT(run_rocelab("diff send write --lang zh", folder.path()).out, Contains("轻度参与"));
}

TEST_CASE("diff refuses what is no run") {
  const Scratch folder;
  run_rocelab("run 1 --no-waves --out a", folder.path());
  folder.put("text", "not JSON");
  folder.put("other.json", "{\"schema\": 2}");
  folder.put("partly.json", "{\"schema\": 1}");
  folder.put("empty/file", "");
  for (const char* wrong : {"text", "other.json", "partly.json", "empty", "nothing"}) {
    INFO(wrong);
    const Ran ran = run_rocelab(std::string("diff a ") + wrong, folder.path());
    CHECK(ran.status == 2);
    CHECK_THAT(ran.out, Contains(wrong));
  }
}
