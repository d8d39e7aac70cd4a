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

}  // namespace

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
