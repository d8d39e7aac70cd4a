#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "support/catch.h"
#include "support/places.h"
#include "support/shell.h"

using namespace rocelab::test;

namespace {

std::map<std::string, std::vector<std::string>> packages() {
  std::map<std::string, std::vector<std::string>> sections;
  std::istringstream in(text_of(rocelab::test::source_folder() + "/packages.txt"));
  std::string section;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[') {
      section = line.substr(1, line.size() - 2);
    } else {
      sections[section].push_back(line);
    }
  }
  return sections;
}

}  // namespace

TEST_CASE("the package list names each package once, in the sections that the script reads") {
  std::vector<std::string> all;
  for (const auto& [section, names] : packages()) {
    CHECK((section == "run" || section == "rtl" || section == "test"));
    all.insert(all.end(), names.begin(), names.end());
  }
  for (const std::string& name : all) {
    INFO(name);
    CHECK(std::count(all.begin(), all.end(), name) == 1);
    CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+-.") == std::string::npos);
  }
}

TEST_CASE("whoever is told to find a package in CMake is on the list") {
  const std::string cmake = text_of(rocelab::test::source_folder() + "/cmake/Packages.cmake");
  const std::map<std::string, std::string> debian{
      {"fmt", "libfmt-dev"}, {"CLI11", "libcli11-dev"},   {"nlohmann_json", "nlohmann-json3-dev"},
      {"Catch2", "catch2"},  {"PkgConfig", "pkg-config"}, {"verilator", "verilator"},
      {"ZLIB", "zlib1g-dev"}};
  const auto sections = packages();
  std::vector<std::string> all = sections.at("run");
  all.insert(all.end(), sections.at("test").begin(), sections.at("test").end());
  for (std::size_t at = 0; (at = cmake.find("find_package(", at)) != std::string::npos;) {
    at += 13;
    const std::string name = cmake.substr(at, cmake.find_first_of(" )", at) - at);
    INFO(name);
    REQUIRE(debian.count(name));
    CHECK(std::count(all.begin(), all.end(), debian.at(name)) == 1);
  }
}
