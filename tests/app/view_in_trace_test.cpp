#include <cmath>
#include <regex>

#include "app/program.h"
#include "support/catch.h"
#include "waves/gtkwave/save_file.h"

using namespace rocelab::test;

TEST_CASE("the view of a run ends within its trace: GTKWave would open a longer one at 0") {
  const Scratch folder;
  // Its last packet ends a wait of a millisecond, so that the trace stops shortly behind the story.
  REQUIRE(run_rocelab("run 24 --out run", folder.path()).status == 0);
  const std::string view = text_of(folder.path() / "run/trace.gtkw");
  const std::string trace = text_of(folder.path() / "run/trace.vcd");
  std::smatch zoom, start;
  REQUIRE(std::regex_search(view, zoom, std::regex("\n\\*(-[0-9.]+) ")));
  REQUIRE(std::regex_search(view, start, std::regex("\n\\[timestart\\] ([0-9]+)")));
  const double end = std::stod(start[1]) + std::exp2(-std::stod(zoom[1])) * rocelab::waves::wave_pixels / 200;
  CHECK(end <= std::stod(trace.substr(trace.rfind('#') + 1)));
}
