#include <sstream>

#include "app/program.h"
#include "lessons/summary/text_table.h"
#include "support/catch.h"

using namespace rocelab::test;

namespace {

/// The lesson runs, every claim in it holds, everything is filled in and fits a terminal.
void check_lesson(int number, const std::string& language) {
  const Scratch folder;
  const Ran ran = run_rocelab("lesson " + std::to_string(number) + " --lang " + language, folder.path());
  INFO(ran.out);
  CHECK(ran.status == 0);
  CHECK(ran.out.find_first_of("{}") == std::string::npos);
  CHECK(ran.out.find("✗") == std::string::npos);
  CHECK(ran.out.find("✓") != std::string::npos);
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    // A command to copy stands on one line, however long.
    if (line.rfind("  $ ", 0) != 0) CHECK(rocelab::lessons::columns(line) <= 80);
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace

TEST_CASE("lessons 1 to 3 show what runs measure in both languages") {
  for (int number = 1; number <= 3; ++number) {
    for (const char* language : {"zh", "en"}) check_lesson(number, language);
  }
}

TEST_CASE("lessons 4 and 6 show what runs measure in both languages") {
  for (const int number : {4, 6}) {
    for (const char* language : {"zh", "en"}) check_lesson(number, language);
  }
}

TEST_CASE("lesson 5 shows what runs measure in Chinese") { check_lesson(5, "zh"); }
TEST_CASE("lesson 5 shows what runs measure in English") { check_lesson(5, "en"); }

TEST_CASE("a lesson is shown the same every time") {
  const Scratch folder;
  CHECK(run_rocelab("lesson 1", folder.path()).out == run_rocelab("lesson 1", folder.path()).out);
}

TEST_CASE("a lesson that the course does not have is refused") {
  const Scratch folder;
  for (const char* wrong : {"0", "7", "one", "1x"}) {
    const Ran ran = run_rocelab(std::string("lesson ") + wrong, folder.path());
    CHECK(ran.status == 2);
    CHECK_THAT(ran.out, Contains(wrong) && Contains("1 to 6"));
  }
}
