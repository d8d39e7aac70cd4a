#include <regex>
#include <set>
#include <sstream>

#include "support/catch.h"
#include "support/places.h"
#include "support/shell.h"

using namespace rocelab::test;
namespace fs = std::filesystem;

namespace {

const fs::path source(rocelab::test::source_folder());

/// The cells of every row of the table whose first cell is a report's number.
std::map<std::string, std::vector<std::string>> rows() {
  std::map<std::string, std::vector<std::string>> all;
  std::istringstream in(text_of(source / "docs/field_reports.md"));
  const std::regex number("S?[0-9]+");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("| ", 0) != 0) continue;
    std::vector<std::string> cells;
    std::istringstream row(line.substr(2));
    for (std::string cell; std::getline(row, cell, '|');)
      cells.push_back(cell.substr(0, cell.find_last_not_of(' ') + 1));
    if (std::regex_match(cells[0], number)) all[cells[0]] = cells;
  }
  return all;
}

std::vector<std::string> quoted(const std::string& cell) {
  std::vector<std::string> names;
  const std::regex name("`([^`]+)`");
  for (std::sregex_iterator i(cell.begin(), cell.end(), name), end; i != end; ++i) names.push_back((*i)[1]);
  return names;
}

/// "room:name" of every TEST_CASE under tests/.
std::set<std::string> tests() {
  std::set<std::string> all;
  const std::regex test_case(R"re(TEST_CASE\("((?:[^"\\]|\\.)*)"\))re");
  for (const auto& entry : fs::recursive_directory_iterator(source / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string room = fs::relative(entry.path(), source / "tests").begin()->string();
    const std::string text = text_of(entry.path());
    for (std::sregex_iterator i(text.begin(), text.end(), test_case), end; i != end; ++i)
      all.insert(room + ":" + (*i)[1].str());
  }
  return all;
}

}  // namespace

TEST_CASE("every field report on wire and transport and verbs has a row that says where it is shown") {
  const auto table = rows();
  for (const char* number : {"1",  "2",  "3",  "4",  "5",  "6",   "7",   "8",   "9",   "10",  "11",  "12", "S1",
                             "S3", "S4", "S5", "S6", "S9", "S15", "S16", "S17", "S18", "S19", "S20", "S24"}) {
    INFO(number);
    REQUIRE(table.count(number));
    REQUIRE(table.at(number).size() == 4);
    CHECK_FALSE(quoted(table.at(number)[3]).empty());
  }
}

TEST_CASE("every test and scenario and case that the table of field reports names exists") {
  const auto known = tests();
  const std::string cases = text_of(source / "tests/data/conformance/rc_cases.json");
  REQUIRE(known.size() > 500);
  for (const auto& [number, cells] : rows()) {
    for (const std::string& name : quoted(cells.back())) {
      INFO(number << ": " << name);
      if (name.rfind("case ", 0) == 0) {
        CHECK(cases.find('"' + name.substr(5) + '"') != std::string::npos);
      } else if (name.find(':') != std::string::npos) {
        CHECK(known.count(name));
      } else {
        CHECK(fs::exists(source / "scenarios/library" / (name + ".toml")));
      }
    }
  }
}
