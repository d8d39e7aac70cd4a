#include <algorithm>
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

/// Where text stands between two others.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const auto at = text.find(begin) + begin.size();
  return text.substr(at, text.find(end, at) - at);
}

long long ps_of(const Json& moment) { return std::llround(moment["t_ns"].get<double>() * 1e3); }

/// Runs a scenario and looks for each letter of summary.json wherever else a reader finds letters. Outside the recorded
/// part of the run waveform and capture have none.
void expect_same_letters(const std::string& scenario) {
  INFO("scenario " << scenario);
  const Scratch folder;
  const Ran ran = run_rocelab("run " + scenario + " --out r --lang zh", folder.path());
  REQUIRE(ran.status == 0);
  const auto left = folder.path() / "r";
  const Json moments = Json::parse(text_of(left / "summary.json"))["moments"];
  const std::string in_words = text_of(left / "summary.txt");
  const std::string save_file = text_of(left / "trace.gtkw");
  const std::string capture = text_of(left / "wire.pcapng");
  const Json page = Json::parse(between(text_of(left / "report.html"), R"(id="facts">)", "</script>"));
  const Json window = page["replay"]["window"];
  const auto marked = markers(save_file);
  REQUIRE(marked.size() == 26);

  REQUIRE(moments.size() >= 7);
  CHECK(page["summary"]["moments"] == moments);
  std::size_t recorded = 0;
  for (const Json& m : moments) {
    const std::string letter = m["mark"];
    const std::string told = m["text"]["zh"];
    const long long marker = marked[static_cast<std::size_t>(letter[0] - 'A')];
    INFO(m.dump());
    CHECK(between(in_words, "\n" + letter + "  ", "\n").find(told) != std::string::npos);
    if (!window.is_null() && (ps_of(m) < window[0] || ps_of(m) > window[1])) {
      CHECK(marker == -1);
      CHECK_THAT(capture, !Contains(letter + ": " + told));
      continue;
    }
    ++recorded;
    CHECK(marker == ps_of(m));
    CHECK_THAT(save_file, Contains("[markername] " + letter + letter));
    CHECK_THAT(capture, Contains(letter + ": " + told));
  }
  CHECK(static_cast<std::size_t>(std::count(marked.begin(), marked.end(), -1)) == 26 - recorded);
  CHECK(recorded >= 5);
}

}  // namespace

TEST_CASE("a letter means the same moment in summary and page and waveform and capture") {
  for (const char* scenario : {"1", "2", "3", "4"}) expect_same_letters(scenario);
}

TEST_CASE("letters are the same everywhere where frames are lost or hosts are many") {
  for (const char* scenario : {"5", "20", "80", "77"}) expect_same_letters(scenario);
}

TEST_CASE("letters are the same everywhere in a run recorded in part") {
  for (const char* scenario : {"71", "72", "82", "87"}) expect_same_letters(scenario);
}
