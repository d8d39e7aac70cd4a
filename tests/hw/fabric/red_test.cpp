#include "hw/fabric/switch/red.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "support/places.h"

using namespace rocelab;
using namespace rocelab::fabric;

TEST_CASE("golden values H: the marking line") {
  std::ifstream in(test::data_folder() + "/conformance/dcqcn_golden.json");
  const auto lines = nlohmann::json::parse(in).at("H_ecn_mark_probability");
  REQUIRE(lines.size() == 2);
  for (const auto& [name, points] : lines.items()) {
    Red red{400'000, 1'600'000, 0.2};
    if (name.find("paper") != std::string::npos) red = {5'000, 200'000, 0.01};
    for (const auto& [queue, p] : points.items()) {
      CHECK(red.probability(std::stoull(queue)) == Approx(p.get<double>()).epsilon(1e-5));
    }
  }
}

TEST_CASE("the marked share of a million packets lies within four sigma of the line") {
  const Red red{400'000, 1'600'000, 0.2};
  constexpr double n = 1e6;
  for (const std::uint64_t queue : {400'000u, 430'000u, 700'000u, 1'000'000u, 1'600'000u, 1'600'001u}) {
    Random random(queue, "ecn");
    double marked = 0;
    for (int i = 0; i < n; ++i) marked += red.marks(queue, random);
    const double p = red.probability(queue);
    INFO(queue);
    CHECK(std::abs(marked - n * p) <= 4 * std::sqrt(n * p * (1 - p)));
  }
}
