#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;

namespace {

/// checks.py drives report.html in a headless Chromium; what it says is what is wrong.
void check(const std::string& name, const std::string& subject) {
  if (shell("command -v chromium chromedriver python3 >/dev/null").status != 0) {
    WARN("chromium, chromedriver or python3 is not installed: the page was not opened");
    return;
  }
  const Scratch bytecode;
  const Ran ran = shell("PYTHONPYCACHEPREFIX='" + bytecode.path().string() + "' python3 '" + source_folder() +
                        "/tests/app/page/checks.py' " + name + " '" + subject + "' 2>&1");
  CHECK(ran.out == "");
  CHECK(ran.status == 0);
}

void check_run(const std::string& name, const std::string& run) {
  const Scratch folder;
  const Ran ran = run_rocelab("run " + run + " --out run", folder.path());
  INFO(ran.out);
  REQUIRE(ran.status == 0);
  check(name, (folder.path() / "run/report.html").string());
}

}  // namespace

TEST_CASE("the report opens without error and asks for nothing outside") { check_run("opens", "1"); }
TEST_CASE("the report steps forward, and back to what it showed before") { check_run("steps", "1"); }
TEST_CASE("the report's markers lead to the picosecond of their moments") { check_run("markers", "1"); }
TEST_CASE("the report's digits lead to the nine stages of TCP, Home and End to the ends") { check_run("stages", "1"); }
TEST_CASE("the report's keys stay off while somebody types") { check_run("typing", "1"); }
TEST_CASE("the report plays and pauses, and does not glide where motion is unwanted") { check_run("plays", "1"); }
TEST_CASE("the report speaks both languages and keeps language and moment in its address") {
  check_run("languages", "1");
}
TEST_CASE("the report is readable in light and dark") { check_run("colours", "1"); }
TEST_CASE("the report fits 360 pixels") { check_run("narrow", "1"); }
TEST_CASE("the report of a failed lane fits 360 pixels") { check_run("narrow", "3"); }
TEST_CASE("the report prints on white paper without its buttons") { check_run("prints", "1"); }
TEST_CASE("the report draws lost and resent frames so that no colour is needed to see them") {
  check_run("losses", "20");
}
TEST_CASE("the report of a long run says that it has the first frames only") {
  check_run("cut", "1 --set message.size=1MiB --set message.count=8");
}
TEST_CASE("the report of a run recorded in part opens with that part and says so") { check_run("part", "82"); }
TEST_CASE("the report says of frames that a receiver dropped why it did") {
  check_run("no_room", "71 --set waves.window=all");
}
TEST_CASE("the report's charts are saved as CSV and SVG by the keyboard and without a request") {
  check_run("saves", "1");
}
TEST_CASE("the report of a run without waves says that nothing can be replayed") {
  check_run("unrecorded", "1 --no-waves");
}
TEST_CASE("the README's picture of the report looks like the report") { check_run("picture", "1"); }
TEST_CASE("the viewer's modules do what they promise when they are served unbundled") {
  check("modules", source_folder());
}
