#include "lessons/sample.h"
#include "lessons/summary/json.h"
#include "lessons/summary/rows.h"
#include "support/catch.h"

using namespace rocelab;

namespace {

std::vector<std::string> row(const scenarios::Result& result, const std::string& name) {
  for (const auto& line : lessons::comparison(lessons::facts_of(result), lessons::Language::en)) {
    if (line.front() == name) return line;
  }
  return {};
}

}  // namespace

TEST_CASE("the table says how long a lane waited for a busy core, where there was a neighbour to wait for") {
  scenarios::Result result = test::sample_result();
  const std::string name = "waited for a busy core";
  CHECK(row(result, name) == std::vector<std::string>{name, "–", "–"});
  result.lanes[0].second.counters["neighbour_ps"] = 3'000'000'000;
  result.lanes[0].second.counters["run_queue_wait_ps"] = 2'500'000;
  result.lanes[1].second.counters["neighbour_ps"] = 3'000'000;
  CHECK(row(result, name) == std::vector<std::string>{name, "2.500000 us", "0.000 ns"});
}

TEST_CASE("a lane in which no transport counted a packet shows none") {
  scenarios::Result result = test::sample_result();
  const std::string name = "transport runs in";
  result.lanes[1].second.transport_in = "none";
  CHECK(row(result, name) == std::vector<std::string>{name, "kernel", "–"});
  result.lanes[1].second.transport_in = "nic";
  CHECK(row(result, name) == std::vector<std::string>{name, "kernel", "NIC"});
}
