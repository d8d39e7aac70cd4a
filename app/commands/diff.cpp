#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/options.h"
#include "app/exit_status.h"
#include "app/files.h"
#include "lessons/summary/difference.h"
#include "lessons/summary/text_table.h"
#include "lessons/words/words.h"

namespace rocelab::app {
namespace {

using Json = nlohmann::ordered_json;

struct DiffOptions {
  std::string a, b;
  bool all = false;
  lessons::Language language = lessons::Language::en;
};

/// summary.json of a run's folder, or the file itself.
Json summary_in(const std::filesystem::path& place) {
  const std::filesystem::path file = std::filesystem::is_directory(place) ? place / "summary.json" : place;
  Json summary;
  try {
    summary = Json::parse(read_text(file));
  } catch (const Json::parse_error& error) {
    throw FileError(fmt::format("{}: is not JSON, a summary.json is wanted: {}", file.string(), error.what()));
  }
  if (!summary.is_object() || summary.value("schema", Json(0)) != 1) {
    throw FileError(file.string() + ": is not a summary.json of schema 1");
  }
  return summary;
}

lessons::Difference compared(const DiffOptions& options) {
  const Json a = summary_in(options.a), b = summary_in(options.b);
  try {
    return lessons::difference(a, b, options.language);
  } catch (const Json::exception& error) {
    throw FileError(fmt::format("{} and {} are not both whole: {}", options.a, options.b, error.what()));
  }
}

void print(const std::string& heading, const std::vector<lessons::DifferentRow>& different,
           const DiffOptions& options) {
  if (different.empty()) return;
  std::vector<std::vector<std::string>> rows{{heading, options.a, options.b}};
  for (const auto& [row, a, b] : different) rows.push_back({"  " + row, a, b});
  fmt::print("{}\n", lessons::aligned(rows));
}

int diff(const DiffOptions& options) {
  const auto say = [&](const char* id) { return in(options.language, lessons::Words::built_in().get(id)); };
  const lessons::Difference difference = compared(options);
  if (difference.none()) {
    fmt::print("{}\n", say("diff.equal"));
    return done;
  }
  print(say("diff.settings"), difference.settings, options);
  print(say("heading.table"), difference.table, options);
  print(say("heading.claims"), difference.claims, options);
  if (options.all) {
    print(say("diff.further"), difference.further, options);
  } else if (!difference.further.empty()) {
    fmt::print("{}\n", fmt::format(fmt::runtime(say("diff.more")), difference.further.size()));
  }
  return refuted;
}

}  // namespace

Command diff_command() {
  auto options = std::make_shared<DiffOptions>();
  return {"diff",
          "compare two runs, row by row",
          {{"A", "folder of a run, or its summary.json", &options->a},
           {"B", "the other one", &options->b},
           {"--all", "every value of summary.json that differs", &options->all},
           language_option(options->language)},
          [options] { return diff(*options); }};
}

}  // namespace rocelab::app
