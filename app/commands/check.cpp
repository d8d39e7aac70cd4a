#include <fmt/format.h>

#include <memory>

#include "app/check/checked.h"
#include "app/check/junit.h"
#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/exit_status.h"
#include "app/files.h"
#include "lessons/summary/json.h"
#include "lessons/summary/text.h"
#include "lessons/summary/text_table.h"
#include "scenarios/scenario.h"

namespace rocelab::app {
namespace {

struct CheckOptions {
  std::vector<std::string> scenarios;
  RunRequest common;
  lessons::Language language = lessons::Language::en;
  std::vector<std::string> claims;  // files
  std::string junit;                // a file, or empty
  bool json = false;
};

void print_lines(const Checked& checked, lessons::Language language) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& claim : checked.summary["claims"]) {
    rows.push_back(lessons::verdict_cells(claim, language));
    rows.back().insert(rows.back().begin() + 1, checked.summary["scenario"].get<std::string>());
  }
  for (const std::string& lane : checked.damaged_lanes()) {
    rows.push_back({"FAIL", checked.summary["scenario"], lane, damaged_says});
  }
  fmt::print("{}", lessons::aligned(rows));
}

/// "all" stands for every scenario of the library.
std::vector<std::string> names_of(const std::vector<std::string>& scenarios) {
  std::vector<std::string> names;
  for (const std::string& name : scenarios) {
    if (name != "all") {
      names.push_back(name);
      continue;
    }
    for (const auto& each : scenarios::catalogue()) names.push_back(each.id);
  }
  return names;
}

int check(const CheckOptions& options) {
  std::vector<Prepared> all;
  for (const std::string& name : names_of(options.scenarios)) {
    RunRequest request = options.common;
    request.scenario = name;
    all.push_back(prepare(request));
  }
  const std::vector<lessons::ClaimSet> own = own_claims(options.claims, all);
  if (!options.junit.empty()) see_writable(options.junit);
  Checks checks(own);
  std::vector<Checked> done_so_far;
  Count count;
  for (const Prepared& prepared : all) {
    done_so_far.push_back(checks.of(prepared));
    count += done_so_far.back().count();
    if (!options.json) print_lines(done_so_far.back(), options.language);
  }
  if (!options.junit.empty()) write_text(options.junit, junit(done_so_far, options.language));
  if (options.json) {
    fmt::print("{}", lessons::print(as_json(done_so_far)));
  } else {
    fmt::print("{} passed, {} failed\n", count.passed, count.failed);
  }
  return count.failed == 0 ? done : refuted;
}

}  // namespace

Command check_command() {
  auto options = std::make_shared<CheckOptions>();
  Command command{"check",
                  "run scenarios and judge their claims, one line each",
                  {{"SCENARIO", "numbers, ids, paths to .toml files, or all", &options->scenarios},
                   {"--claims", "judge these claims as well; repeatable", &options->claims, "FILE"},
                   {"--junit", "write the verdicts as JUnit XML, too", &options->junit, "FILE"},
                   {"--json", "print the verdicts as JSON", &options->json},
                   language_option(options->language)},
                  [options] { return check(*options); }};
  for (Argument& change : changes(options->common)) command.arguments.push_back(std::move(change));
  return command;
}

}  // namespace rocelab::app
