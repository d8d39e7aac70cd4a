#include <algorithm>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

namespace {

/// Scenarios that place a fault, and the names of their faults.
const std::vector<std::pair<std::string, std::vector<std::string>>> scenarios{
    {"20", {"gap"}},   {"21", {"gap"}},
    {"22", {"gap"}},   {"23", {"gap"}},
    {"24", {"gap"}},   {"25", {"nak"}},
    {"26", {"again"}}, {"27", {"ack", "last"}},
    {"28", {"burst"}}, {"29", {"twice"}},
    {"30", {"late"}},  {"31", {"flap"}},
    {"32", {"nth"}},   {"33", {"wire", "memory"}},
};

/// How many of its claims fail.
std::size_t failures(const std::string& text) {
  std::size_t n = 0;
  for (std::size_t at = text.find("FAIL"); at != std::string::npos; at = text.find("FAIL", at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("claims of a scenario fail when its fault is taken away") {
  const Scratch folder;
  for (const auto& [scenario, faults] : scenarios) {
    std::string settings;
    for (const std::string& fault : faults) settings += " --set network.faults." + fault + ".on=false";
    const Ran ran = run_rocelab("check " + scenario + settings, folder.path());
    INFO(ran.out);
    CHECK(ran.status == 1);
    CHECK(failures(ran.out) >= 1);
  }
}

TEST_CASE("claims of a scenario do not speak of a fault that was changed") {
  const Scratch folder;
  const Ran ran = run_rocelab("check 20 --set network.faults.gap.psn=20,40", folder.path());
  CHECK(ran.status == 0);
  CHECK_THAT(ran.out, Contains("0 passed, 0 failed"));
}

TEST_CASE("a fault of any lane can be set from the command line, and a wrong one is refused") {
  const Scratch folder;
  const Ran ran = run_rocelab(
      "run 1 --no-waves --json --set lanes.rdma.network.faults.x.trigger=exact --set "
      "lanes.rdma.network.faults.x.effect=drop --set lanes.rdma.network.faults.x.psn=1",
      folder.path());
  CHECK(ran.status != 2);  // claims of the undisturbed scenario may fail
  CHECK_THAT(ran.out, Contains("\"dropped.exact\": 1"));
  const auto refused = [&](const std::string& settings, const std::vector<std::string>& wanted) {
    const Ran wrong = run_rocelab("run 20 " + settings, folder.path());
    CHECK(wrong.status == 2);
    CHECK(std::count(wrong.out.begin(), wrong.out.end(), '\n') == 1);
    for (const std::string& piece : wanted) CHECK_THAT(wrong.out, Contains(piece));
  };
  refused("--set network.faults.gap.psm=1", {"network.faults.gap.psm", "did you mean 'network.faults.gap.psn'"});
  refused("--set network.faults.gap.effect=lose", {"--set", "one of drop, damage"});
  refused("--set network.faults.gapp.psn=4", {"--set", "network.faults.gapp", "no trigger", "did you mean 'gap'"});
  refused("--set network.faults.gap.share=0.1", {"--set", "network.faults.gap.share", "'exact' does not take it"});
}
