#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/commands/commands.h"
#include "app/exit_status.h"
#include "app/files.h"
#include "waves/vcd/check/vcd_check.h"

namespace rocelab::app {
namespace {

/// A file that is no VCD at all has a problem a line.
constexpr std::size_t most_problems = 20;

int check_files(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (!std::filesystem::is_regular_file(file)) throw FileError(file + ": is no file");
  }
  std::size_t failed = 0;
  for (const std::string& file : files) {
    const auto problems = waves::check_vcd(file, waves::VcdRules::standard);
    for (std::size_t i = 0; i < std::min(problems.size(), most_problems); ++i)
      fmt::print("FAIL {}: {}\n", file, problems[i]);
    if (problems.size() > most_problems) fmt::print("FAIL {}: and {} more\n", file, problems.size() - most_problems);
    failed += problems.empty() ? 0 : 1;
  }
  fmt::print("{} passed, {} failed\n", files.size() - failed, failed);
  return failed == 0 ? done : refuted;
}

}  // namespace

Command vcd_command() {
  auto files = std::make_shared<std::vector<std::string>>();
  return {"vcd",
          "read value change dumps strictly: what is wrong, line by line",
          {{"FILE", "a .vcd, of this program or of another", files.get()}},
          [files] { return check_files(*files); }};
}

}  // namespace rocelab::app
