#include "app/packetdrill/files.h"

#include <fmt/format.h>

#include "app/exit_status.h"
#include "app/files.h"
#include "app/packetdrill/parser.h"
#include "app/packetdrill/player.h"

namespace rocelab::app::packetdrill {
namespace {

std::vector<Script> read(const std::vector<std::string>& files) {
  std::vector<Script> scripts;
  for (const std::string& file : files) {
    try {
      scripts.push_back(parse(file, read_text(file)));
    } catch (const SyntaxError& error) {
      throw FileError(error.what());
    }
  }
  return scripts;
}

}  // namespace

int run_files(const std::vector<std::string>& files, const std::string& tolerance) {
  if (tolerance.find_first_not_of("0123456789") != std::string::npos) {
    throw FileError(fmt::format("--tolerance_usecs: {} is no whole number of microseconds", tolerance));
  }
  unsigned passed = 0, failed = 0, skipped = 0;
  for (Script& script : read(files)) {
    if (!tolerance.empty()) script.options.insert(script.options.begin(), {"tolerance_usecs", tolerance});
    const CaseOutcome outcome = Player(script).play();
    switch (outcome.verdict) {
      case CaseOutcome::Verdict::passed:
        ++passed;
        break;
      case CaseOutcome::Verdict::failed:
        ++failed;
        fmt::print("FAIL {}: {}\n", outcome.id, outcome.reason);
        break;
      case CaseOutcome::Verdict::skipped:
        ++skipped;
        fmt::print("SKIP {}: {}\n", outcome.id, outcome.reason);
        break;
    }
  }
  fmt::print("{} passed, {} failed, {} skipped\n", passed, failed, skipped);
  return failed == 0 ? done : refuted;
}

}  // namespace rocelab::app::packetdrill
