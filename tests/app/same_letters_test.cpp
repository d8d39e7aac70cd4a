#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/program.h"
#include "support/catch.h"

using namespace rocelab::test;
using Json = nlohmann::json;

namespace {

/// Times of the named markers A…Z in a GTKWave save file, -1 where unset.
std::vector<long long> markers(const std::string& save_file) {
  std::istringstream lines(save_file);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] != '*') continue;
    std::istringstream words(line.substr(1));
    double zoom = 0;
    long long marker = 0;
    words >> zoom >> marker;
    std::vector<long long> all;
    for (long long t; words >> t;) all.push_back(t);
    return all;
  }
  return {};
}

}  // namespace

TEST_CASE("a letter means the same moment in summary, waveform and capture") {
  const Scratch folder;
  REQUIRE(run_rocelab("run 1 --out r --lang zh", folder.path()).status == 0);
  const auto left = folder.path() / "r";
  const Json moments = Json::parse(text_of(left / "summary.json"))["moments"];
  const std::string save_file = text_of(left / "trace.gtkw");
  const std::string capture = text_of(left / "wire.pcapng");
  const auto marked = markers(save_file);
  REQUIRE(moments.size() >= 15);
  for (const Json& m : moments) {
    const std::string letter = m["mark"];
    INFO(m.dump());
    REQUIRE(marked.size() > static_cast<std::size_t>(letter[0] - 'A'));
    CHECK(marked[static_cast<std::size_t>(letter[0] - 'A')] == std::llround(m["t_ns"].get<double>() * 1e3));
    CHECK_THAT(save_file, Contains("[markername] " + letter));
    CHECK_THAT(capture, Contains(letter + ": " + m["text"]["zh"].get<std::string>()));
  }
}
