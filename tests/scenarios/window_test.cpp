#include "scenarios/config/window.h"

#include <stdexcept>

#include "scenarios/input_error.h"
#include "scenarios/scenario.h"
#include "support/catch.h"
#include "support/shell.h"

using namespace rocelab;
using namespace rocelab::scenarios;

namespace {

Scenario from_text(const std::string& text) {
  const test::Scratch folder;
  folder.put("window.toml", "title = { zh = '题', en = 'T' }\n" + text + "[lanes.tcp]\npath = 'kernel_tcp'\n");
  return load((folder.path() / "window.toml").string());
}

}  // namespace

TEST_CASE("a window lies on the run's axis or after t0") {
  const TimeWindow axis = parse_window("1200us, 1.3ms");
  CHECK(axis.from.t == 1'200'000'000);
  CHECK(axis.to.t == 1'300'000'000);
  CHECK_FALSE(axis.from.after_t0);
  const TimeWindow after = parse_window("t0,t0 + 50us");
  CHECK(after.from.t == 0);
  CHECK(after.to.t == 50'000'000);
  CHECK(after.from.after_t0);
  CHECK(after.to.after_t0);
  const TimeWindow before = parse_window("t0 - 2us,t0+50us");
  CHECK(before.from.t == -2'000'000);
  CHECK(before.from.after_t0);
  const TimeWindow all = parse_window("all");
  CHECK(all.from.t == 0);
  CHECK(all.to.t == never);
}

TEST_CASE("what is no window is refused") {
  for (const char* bad : {"", "1us", "1us,", "2us,1us", "1us,1us", "t0+2us,t0+1us", "t0,t0", "t0-101us,t0", "t0-1us,t0-2us", "t0*2us,t0+3us", "t1,t2",
                          "1us,2us,3us", "fast,slow"}) {
    INFO(bad);
    CHECK_THROWS_AS(parse_window(bad), std::invalid_argument);
  }
}

TEST_CASE("a scenario file may write a window as a list") {
  CHECK(from_text("waves.window = ['t0', 't0+50us']\n").config.get("", "waves.window") == "t0,t0+50us");
  CHECK(from_text("waves.window = 'all'\n").config.get("", "waves.window") == "all");
  CHECK(from_text("").config.get("", "waves.window") == "all");
}

TEST_CASE("a wrong window or level is refused with what is allowed") {
  CHECK_THROWS_WITH(
      from_text("waves.window = ['2us', '1us']\n"),
      Contains("waves.window: '2us,1us' is not allowed; allowed is all, or two times") && Contains(":2: "));
  CHECK_THROWS_WITH(from_text("waves.level = 'some'\n"), Contains("one of lesson, states, full"));
}

TEST_CASE("a window for one lane alone is refused: all are recorded in the same files") {
  Scenario scenario = from_text("");
  CHECK_THROWS_WITH(scenario.config.set("lanes.tcp.waves.window", "t0,t0+1us", "--set"),
                    Contains("--set: lanes.tcp.waves.window") && Contains("allowed is waves.window, without a lane"));
}
