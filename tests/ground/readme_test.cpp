#include <algorithm>
#include <sstream>
#include <vector>

#include "support/catch.h"
#include "support/places.h"
#include "support/shell.h"

using namespace rocelab::test;
namespace fs = std::filesystem;

namespace {

const fs::path source(rocelab::test::source_folder());
const fs::path build(rocelab::test::build_folder());

/// The commands in the README's ```sh blocks, comments cut off.
std::vector<std::string> commands() {
  std::vector<std::string> all;
  std::istringstream in(text_of(source / "README.md"));
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside && line == "```sh";
    } else if (inside && !line.empty()) {
      all.push_back(line.substr(0, line.find("  #")));
    }
  }
  return all;
}

bool runs_here(const std::string& command) {
  return command.find("rocelab test") == std::string::npos &&  // this test is part of it
         command.find("rocelab waves") == std::string::npos;   // waits for a person at a display
}

}  // namespace

TEST_CASE("every command in the README works as it is written there") {
  const Scratch folder;
  // The script itself where its own build is tested, else the program that this build made.
  const bool own_build = fs::exists(source / "build") && fs::equivalent(build, source / "build");
  fs::create_symlink(own_build ? source / "rocelab" : build / "app" / "rocelab", folder.path() / "rocelab");
  fs::create_directory_symlink(rocelab::test::data_folder(), folder.path() / "data");
  unsigned ran = 0;
  for (const std::string& command : commands()) {
    if (!runs_here(command)) continue;
    const Ran result = shell(command + " 2>&1", folder.path());
    INFO(command << "\n" << result.out);
    CHECK(result.status == 0);
    ++ran;
  }
  CHECK(ran >= 5);
}

TEST_CASE("the README names every command of the program and none that it lacks") {
  const std::string help = shell((build / "app/rocelab").string() + " --help").out;
  const std::string readme = text_of(source / "README.md");
  const std::string subcommands = help.substr(help.find("Subcommands:"));
  std::istringstream lines(subcommands.substr(subcommands.find('\n') + 1));
  unsigned named = 0;
  for (std::string line; std::getline(lines, line) && line.rfind("  ", 0) == 0; ++named) {
    const std::string name = line.substr(2, line.find(' ', 2) - 2);
    INFO(name);
    CHECK(readme.find("| `" + name) != std::string::npos);
  }
  const auto rows = [&] {
    unsigned n = 0;
    for (std::size_t at = 0; (at = readme.find("\n| `", at)) != std::string::npos; ++at) ++n;
    return n;
  }();
  CHECK(rows == named + 1);  // and `test`, which the script does
}
