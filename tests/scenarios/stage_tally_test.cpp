#include "scenarios/tally/stage_tally.h"
#include "support/catch.h"

using namespace rocelab;
using namespace rocelab::scenarios;

namespace {

constexpr Stage stage{"stage", Unit::nic, "stage"};
constexpr Tag at_host{LaneId{0}, HostId{0}, no_flow, no_message};

/// Reported when it begins.
void add(StageTally& tally, Ps begin, Ps end) { tally.add({&stage, at_host, begin, end, 10}, begin); }

StageSpan only_row(const StageTally& tally) {
  const auto rows = tally.result([](HostId) { return std::string("local"); });
  REQUIRE(rows.size() == 1);
  return rows.front();
}

}  // namespace

TEST_CASE("spans of a stage are cut at both ends of the window and overlap is busy once") {
  StageTally tally;
  tally.open(100);
  add(tally, 20, 100);   // before it
  add(tally, 50, 150);   // 50 inside
  add(tally, 140, 200);  // 50 new
  add(tally, 300, 500);  // the window ends meanwhile: 100 inside
  tally.close(400);
  add(tally, 390, 450);  // nothing new
  add(tally, 400, 450);  // behind it
  const StageSpan row = only_row(tally);
  CHECK(row.begin == 0);
  CHECK(row.end == 300);
  CHECK(row.busy == 200);
  CHECK(row.bytes == 40);
}

TEST_CASE("a span announced for a time behind the window counts nothing") {
  StageTally tally;
  tally.open(0);
  add(tally, 10, 20);
  tally.add({&stage, at_host, 50, 60, 10}, 30);
  tally.close(40);
  const StageSpan row = only_row(tally);
  CHECK(row.busy == 10);
  CHECK(row.bytes == 10);
}

TEST_CASE("many spans whose ends lie ahead are all counted") {
  StageTally tally;
  tally.open(0);
  for (Ps t = 0; t < 1000; ++t) tally.add({&stage, at_host, 10 * t, 10 * t + 5, 1}, 0);
  tally.close(9'000);
  const StageSpan row = only_row(tally);
  CHECK(row.busy == 900 * 5);
  CHECK(row.bytes == 901);  // the last begins as the window ends
}
