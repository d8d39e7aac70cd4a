#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "support/catch.h"
#include "support/places.h"
#include "support/shell.h"
#include "transport/tcp/curve/curve.h"

/// The table of docs/tcp.md against the machine. The lines with a loss in a hundred are measured anew with as many
/// segments as there; of the others, which take minutes, what follows from their own cells.
using namespace rocelab;
using namespace rocelab::tcp::test;

namespace {

struct Line {
  std::string trip, loss, mathis, reno, of_mathis, reno_idle, cubic, of_reno, cubic_idle, acks;
};

std::vector<Line> table() {
  std::istringstream text(rocelab::test::text_of(rocelab::test::source_folder() + "/docs/tcp.md"));
  std::vector<Line> lines;
  for (std::string row; std::getline(text, row);) {
    if (row.rfind("| 1", 0) != 0 && row.rfind("| 2", 0) != 0) continue;
    std::istringstream cells(row.substr(2));
    Line line;
    for (std::string* cell : {&line.trip, &line.loss, &line.mathis, &line.reno, &line.of_mathis, &line.reno_idle,
                              &line.cubic, &line.of_reno, &line.cubic_idle, &line.acks}) {
      std::getline(cells, *cell, '|');
      cell->erase(0, cell->find_first_not_of(' ')), cell->erase(cell->find_last_not_of(' ') + 1);
    }
    lines.push_back(line);
  }
  return lines;
}

Ps time_of(const std::string& trip) {
  return std::stoll(trip) * (trip.find("ms") != std::string::npos ? 1'000'000'000 : 1'000'000);
}

}  // namespace

TEST_CASE("the curves on the page about TCP hold together, and those of a loss in a hundred are measured anew") {
  const auto lines = table();
  REQUIRE(lines.size() == 12);
  unsigned measured = 0;
  for (const Line& line : lines) {
    INFO(line.trip << ", p " << line.loss);
    const double loss = std::stod(line.loss), reno = std::stod(line.reno), cubic = std::stod(line.cubic);
    CHECK(line.mathis == fmt::format("{:.1f}", mathis(loss)));
    // Quotients of cells that are rounded themselves.
    CHECK(std::fabs(std::stod(line.of_mathis) - reno / mathis(loss)) < 0.01);
    CHECK(std::fabs(std::stod(line.of_reno) - cubic / reno) < 0.011);
    if (loss < 0.01) continue;
    ++measured;
    CurveSetup setup;
    setup.round_trip = time_of(line.trip), setup.loss = loss, setup.segments = 400'000;
    const CurvePoint r = measure(setup);
    setup.congestion = "cubic";
    const CurvePoint c = measure(setup);
    CHECK(line.reno == fmt::format("{:.1f}", r.window));
    CHECK(line.reno_idle == fmt::format("{:.1f} %", 100 * r.timer_idle));
    CHECK(line.cubic == fmt::format("{:.1f}", c.window));
    CHECK(line.cubic_idle == fmt::format("{:.1f} %", 100 * c.timer_idle));
    CHECK(line.acks == fmt::format("{:.2f}", r.acks));
  }
  CHECK(measured == 4);
}
