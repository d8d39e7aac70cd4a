#include "lessons/summary/text.h"

#include <fmt/format.h>

#include "lessons/summary/rows.h"
#include "lessons/summary/shown.h"
#include "lessons/summary/text_table.h"
#include "lessons/words/words.h"

namespace rocelab::lessons {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

/// Writes the parts of summary.txt in one language.
class Page {
 public:
  Page(const Json& summary, Language language) : summary_(summary), language_(language) {}

  std::string whole() const {
    return title() + heading("table") + aligned(comparison(summary_, language_)) + failures() + heading("stages") +
           stages() + heading("moments") + moments() + claims();
  }

 private:
  std::string say(const std::string& id) const { return in(language_, Words::built_in().get(id)); }
  std::string text(const Json& both) const { return both.at(language_ == Language::zh ? "zh" : "en"); }
  std::string heading(const std::string& id) const { return '\n' + say("heading." + id) + '\n'; }

  std::string title() const {
    return fmt::format("{} · {} · {} {}\n{}\n", summary_["scenario"].get<std::string>(), text(summary_["title"]),
                       say("heading.seed"), summary_["seed"].dump(), text(summary_["question"]));
  }

  std::string failures() const {
    std::string out;
    for (const auto& [name, lane] : summary_["lanes"].items()) {
      const Json& f = lane["failure"];
      if (f.is_null()) continue;
      out += fmt::format("{}  {} · {} · {}\n  {}\n  {}: {}\n", heading("failure"), name, f["at"].get<std::string>(),
                         f["code"].get<std::string>(), text(f["why"]), say("heading.fix"), text(f["fix"]));
    }
    return out;
  }

  std::string stages() const {
    Rows rows{split(say("heading.stage_columns"))};
    for (const auto& [name, lane] : summary_["lanes"].items()) {
      for (const Json& s : lane["stages"]) {
        rows.push_back({name, say("stage." + s["id"].get<std::string>()), s["host"], s["unit"],
                        microseconds(s["start_ns"]), microseconds(s["end_ns"]), microseconds(s["busy_ns"]),
                        s["bytes"].dump()});
      }
    }
    return aligned(rows, {4, 5, 6, 7});
  }

  std::string moments() const {
    Rows rows{split(say("heading.moment_columns"))};
    const double t0 = summary_["t0_ns"];
    for (const Json& m : summary_["moments"]) {
      rows.push_back({m["mark"], microseconds(m["t_ns"]), microseconds(m["t_ns"].get<double>() - t0), m["lane"],
                      m["host"], text(m["text"])});
    }
    return aligned(rows, {1, 2});
  }

  std::string claims() const {
    if (summary_["claims"].empty()) return "";
    Rows rows;
    for (const Json& c : summary_["claims"]) rows.push_back(verdict_cells(c, language_));
    return heading("claims") + aligned(rows);
  }

  static std::vector<std::string> split(const std::string& tabbed) {
    std::vector<std::string> cells(1);
    for (const char c : tabbed) {
      if (c == '\t') {
        cells.emplace_back();
      } else {
        cells.back() += c;
      }
    }
    return cells;
  }

  const Json& summary_;
  Language language_;
};

}  // namespace

std::string summary_text(const Json& summary, Language language) { return Page(summary, language).whole(); }

std::vector<std::string> verdict_cells(const Json& claim, Language language) {
  const auto say = [&](const char* id) { return in(language, Words::built_in().get(id)); };
  const Json& holds = claim["holds"];
  return {holds.is_null() ? "N/A"
          : holds == true ? "PASS"
                          : "FAIL",
          claim["id"], say("heading.expected") + ' ' + claim["expected"].get<std::string>(),
          fmt::format("{} {} {}", say("heading.measured"), shown(claim["measured"]), claim["unit"].get<std::string>()),
          claim["text"][language == Language::zh ? "zh" : "en"]};
}

}  // namespace rocelab::lessons
