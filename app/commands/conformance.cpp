#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/conformance/icrc_vectors.h"
#include "app/conformance/rc_cases.h"
#include "app/exit_status.h"
#include "app/files.h"

namespace rocelab::app {
namespace {

/// A kind of file that can be replayed.
struct Format {
  const char* name;
  bool (*is_it)(const nlohmann::json&);
  std::vector<CaseOutcome> (*run)(const nlohmann::json&);
};

const Format formats[]{
    {"rc-cases/1", is_rc_cases, run_rc_cases},
    {"packet vectors (icrc_vectors.json)", is_icrc_vectors, run_icrc_vectors},
};

struct Count {
  unsigned passed = 0, failed = 0, skipped = 0;
};

/// A file with its format: all are read before the first is run, so that a bad one stops nothing half-way.
struct Document {
  std::string file;
  nlohmann::json content;
  const Format* format;
};

Document read(const std::string& file) {
  Document document{file, nlohmann::json::parse(read_text(file), nullptr, false), nullptr};
  if (document.content.is_discarded()) throw FileError(file + ": is not JSON");
  std::string known;
  for (const Format& format : formats) {
    if (document.content.is_object() && format.is_it(document.content)) document.format = &format;
    known += (known.empty() ? "" : ", ") + std::string(format.name);
  }
  if (!document.format) throw FileError(file + ": is of no format that can be replayed; known are " + known);
  return document;
}

void run(const Document& document, Count& count) {
  std::vector<CaseOutcome> outcomes;
  try {
    outcomes = document.format->run(document.content);
  } catch (const std::exception& error) {  // the file as a whole is not what its format says
    throw FileError(document.file + ": " + error.what());
  }
  for (const CaseOutcome& outcome : outcomes) {
    switch (outcome.verdict) {
      case CaseOutcome::Verdict::passed:
        ++count.passed;
        break;
      case CaseOutcome::Verdict::failed:
        ++count.failed;
        fmt::print("FAIL {}: {}\n", outcome.id, outcome.reason);
        break;
      case CaseOutcome::Verdict::skipped:
        ++count.skipped;
        fmt::print("SKIP {}: {}\n", outcome.id, outcome.reason);
        break;
    }
  }
}

int conformance(const std::vector<std::string>& files) {
  std::vector<Document> documents;
  for (const std::string& file : files) documents.push_back(read(file));
  Count count;
  for (const Document& document : documents) run(document, count);
  fmt::print("{} passed, {} failed, {} skipped\n", count.passed, count.failed, count.skipped);
  return count.failed == 0 ? done : refuted;
}

}  // namespace

Command conformance_command() {
  auto files = std::make_shared<std::vector<std::string>>();
  return {"conformance",
          "replay transport cases or packet vectors",
          {{"FILE", "JSON files of cases or vectors", files.get()}},
          [files] { return conformance(*files); }};
}

}  // namespace rocelab::app
