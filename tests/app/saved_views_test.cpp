#include <sstream>

#include "app/program.h"
#include "support/catch.h"
#include "support/gtkwave.h"
#include "waves/vcd/check/vcd_check.h"

using namespace rocelab;
using namespace rocelab::test;

namespace {

/// Runs a scenario, holds its trace against the strict rules and opens its view.
void open_view(const std::string& scenario, const std::string& settings = "") {
  INFO("scenario " << scenario << settings);
  const Scratch scratch;
  REQUIRE(run_rocelab("run " + scenario + settings + " --out run", scratch.path()).status == 0);
  const auto folder = scratch.path() / "run";
  if (settings.empty())
    CHECK(waves::check_vcd(folder / "trace.vcd", waves::VcdRules::own) == std::vector<std::string>{});
  if (!gtkwave_is_installed()) return;
  const ShownByGtkwave seen = shown_by_gtkwave(folder / "trace.gtkw", folder);
  CHECK(seen.rows.size() > 20);
  CHECK(seen.rows == rows_asked_for(folder / "trace.gtkw"));
  CHECK(seen.markers.size() > 5);
  CHECK(seen.errors == "");
}

/// Rows of a view before its network group, those of closed groups left out.
std::size_t rows_of_the_story(const std::string& save_file) {
  std::istringstream lines(save_file);
  std::size_t rows = 0;
  std::string flags;
  bool closed = false;
  for (std::string line; std::getline(lines, line) && line != "-network";) {
    if (line[0] == '@') flags = line;
    if (line[0] != '-' && line[0] != '+') continue;
    const bool ends = flags == "@1401200";
    if (!closed) ++rows;
    closed = flags == "@c00200" || (closed && !ends);
  }
  return rows;
}

}  // namespace

TEST_CASE("lesson and paths of a view fit one screen of 1600 by 1000") {
  for (const char* scenario :
       {"1", "2", "3", "4", "5", "6", "37", "38", "70", "71", "72", "77", "78", "79", "81", "93"}) {
    INFO("scenario " << scenario);
    const Scratch scratch;
    REQUIRE(run_rocelab(std::string("run ") + scenario + " --out run", scratch.path()).status == 0);
    const std::size_t rows = rows_of_the_story(text_of(scratch.path() / "run/trace.gtkw"));
    CHECK(rows >= 12);
    CHECK(rows <= 37);
  }
}

TEST_CASE("GTKWave shows every row of the views of scenarios 1 to 3 without a complaint") {
  for (const char* scenario : {"1", "2", "3"}) open_view(scenario);
}

TEST_CASE("GTKWave shows every row of the views of scenarios 4 to 6 without a complaint") {
  for (const char* scenario : {"4", "5", "6"}) open_view(scenario);
}

TEST_CASE("GTKWave shows every row of a view with congestion without a complaint") {
  for (const char* scenario : {"80", "82", "87", "92"}) open_view(scenario);
}

TEST_CASE("GTKWave shows every row of an FST by the same view without a complaint") {
  open_view("1", " --format fst");
  open_view("82", " --format fst");
}
