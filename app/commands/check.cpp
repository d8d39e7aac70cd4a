#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/exit_status.h"
#include "app/forked.h"
#include "app/run/judgement.h"
#include "lessons/summary/text.h"
#include "lessons/summary/text_table.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> scenarios;
  RunRequest common;
  lessons::Language language = lessons::Language::en;
};

/// One scenario's summary, from a process of its own.
Json summary_of(const Prepared& prepared, RetainedRuns& retained_runs, Progress& progress) {
  const lessons::ClaimSet claims = lessons::claims_of(prepared.scenario.id);
  Beside beside = run_beside(prepared, claims.runs, retained_runs, progress);
  progress.now(prepared.scenario.id);
  const std::string result = forked([&] {
    scenarios::RunContext context = prepared.context();
    return nlohmann::json(scenarios::run(prepared.scenario, context)).dump();
  });
  return judged(nlohmann::json::parse(result).get<scenarios::Result>(), claims, std::move(beside));
}

struct Count {
  unsigned passed = 0, failed = 0;
};

void report(const Json& summary, lessons::Language language, Count& count) {
  std::vector<std::vector<std::string>> rows;
  for (const Json& claim : summary["claims"]) {
    rows.push_back(lessons::verdict_cells(claim, language));
    rows.back().insert(rows.back().begin() + 1, summary["scenario"].get<std::string>());
    if (!claim["holds"].is_null()) ++(claim["holds"] == true ? count.passed : count.failed);
  }
  for (const auto& [name, lane] : summary["lanes"].items()) {
    if (lane["status"] != "delivered" || lane["payload_intact"] == true) continue;
    rows.push_back({"FAIL", summary["scenario"], name, "the payload arrived, but not as it was sent"});
    ++count.failed;
  }
  fmt::print("{}", lessons::aligned(rows));
}

int check(const Options& options) {
  std::vector<Prepared> all;
  for (const std::string& name : options.scenarios) {
    RunRequest request = options.common;
    request.scenario = name;
    all.push_back(prepare(request));
  }
  Progress progress;
  RetainedRuns retained_runs(progress);
  Count count;
  for (const Prepared& prepared : all) {
    report(summary_of(prepared, retained_runs, progress), options.language, count);
  }
  fmt::print("{} passed, {} failed\n", count.passed, count.failed);
  return count.failed == 0 ? done : refuted;
}

}  // namespace

Command check_command() {
  auto options = std::make_shared<Options>();
  Command command{
      "check",
      "run scenarios and judge their claims, one line each",
      {{"SCENARIO", "numbers, ids or paths to .toml files", &options->scenarios}, language_option(options->language)},
      [options] { return check(*options); }};
  for (Argument& change : changes(options->common)) command.arguments.push_back(std::move(change));
  return command;
}

}  // namespace rocelab::app
