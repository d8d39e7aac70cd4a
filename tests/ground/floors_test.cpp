#include <map>
#include <regex>

#include "ground/sources.h"
#include "support/catch.h"

using namespace rocelab::ground;

namespace {

/// The plan of the house: a room may include itself and rooms beneath it.
const std::map<std::string, int> floors{{"tlm", 0},       {"transport", 1}, {"hw", 2},      {"host", 3},
                                        {"scenarios", 4}, {"waves", 4},     {"lessons", 5}, {"app", 6}};

std::vector<std::string> includes(const Source& source) {
  static const std::regex include(R"re(^\s*#include\s+["<]([^">]+)[">])re", std::regex::multiline);
  std::vector<std::string> all;
  for (std::sregex_iterator i(source.text.begin(), source.text.end(), include), end; i != end; ++i) {
    all.push_back((*i)[1]);
  }
  return all;
}

std::string room_of(const std::string& path) { return path.substr(0, path.find('/')); }

bool simulator(const std::string& include) {
  return include.rfind("systemc", 0) == 0 || include.rfind("tlm.h", 0) == 0 || include.rfind("tlm_utils", 0) == 0 ||
         include == "tlm";
}

/// Shells live in folders named systemc/; scenarios compose them and the program runs them.
bool may_know_systemc(const std::string& path) {
  return path.find("/systemc/") != std::string::npos || room_of(path) == "scenarios" || room_of(path) == "app";
}

}  // namespace

TEST_CASE("no include climbs the floors, and neighbours on a floor do not know each other") {
  for (const Source& source : sources_of(floors)) {
    for (const std::string& include : includes(source)) {
      const auto there = floors.find(room_of(include));
      if (there == floors.end() || include.find('/') == std::string::npos) continue;
      INFO(source.path << " includes " << include);
      const bool own_room = there->first == room_of(source.path);
      CHECK((own_room || there->second < floors.at(room_of(source.path))));
    }
  }
}

TEST_CASE("waves knows the stream of facts and nothing else") {
  for (const Source& source : sources_of(floors)) {
    if (room_of(source.path) != "waves") continue;
    for (const std::string& include : includes(source)) {
      INFO(source.path << " includes " << include);
      const std::string room = room_of(include);
      CHECK((!floors.count(room) || room == "tlm" || room == "waves"));
    }
  }
}

TEST_CASE("behaviour is plain C++: SystemC is included by shells, composition and program alone") {
  for (const Source& source : sources_of(floors)) {
    if (may_know_systemc(source.path)) continue;
    for (const std::string& include : includes(source)) {
      INFO(source.path << " includes " << include);
      CHECK_FALSE(simulator(include));
      CHECK(include.find("/systemc/") == std::string::npos);
    }
  }
}

TEST_CASE("a file holds one concept: none is longer than 400 lines") {
  for (const Source& source : sources_of(floors)) {
    INFO(source.path);
    CHECK(std::count(source.text.begin(), source.text.end(), '\n') <= 400);
  }
}

TEST_CASE("no work is left lying about in the sources") {
  const std::regex left(R"(\b(TODO|FIXME|XXX)\b)");
  for (const Source& source : sources_of(floors)) {
    INFO(source.path);
    CHECK_FALSE(std::regex_search(source.text, left));
  }
}
