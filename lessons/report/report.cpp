#include "lessons/report/report.h"

#include <algorithm>
#include <stdexcept>

#include "lessons/report/bundle.h"
#include "lessons/report/replay_json.h"
#include "lessons/summary/rows.h"
#include "lessons/words/words.h"

namespace rocelab::lessons {

namespace data {
extern const Modules page;  // the files of lessons/page
}

namespace {

using Json = nlohmann::ordered_json;

std::string_view file(std::string_view name) {
  const auto it = std::find_if(data::page.begin(), data::page.end(), [&](const auto& f) { return f.first == name; });
  if (it == data::page.end()) throw std::logic_error("lessons/page has no file " + std::string(name));
  return it->second;
}

/// Texts of these headings of the word table stand on the page.
Json words() {
  Json out = Json::object();
  for (const auto& [id, text] : Words::built_in().all()) {
    for (const char* heading : {"page.", "stage.", "value.", "path.", "heading."}) {
      if (id.rfind(heading, 0) == 0) out[id] = {{"zh", text.zh}, {"en", text.en}};
    }
  }
  return out;
}

Json table(const Json& summary) {
  return {{"rows", row_ids()}, {"zh", comparison(summary, Language::zh)}, {"en", comparison(summary, Language::en)}};
}

/// JSON inside a script element: nothing in it may look like the element's end.
std::string inside_script(const Json& json) {
  std::string out;
  for (const char c : json.dump()) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string as_html(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else {
      out += c;
    }
  }
  return out;
}

/// Replaces the one `place` of the shell.
void put(std::string& page, std::string_view place, const std::string& text) {
  const auto at = page.find(place);
  if (at == std::string::npos) throw std::logic_error("lessons/page/report.html lacks " + std::string(place));
  page.replace(at, place.size(), text);
}

}  // namespace

Json report_facts(const Json& summary, const waves::Replay& replay, Language language) {
  return {{"language", language == Language::zh ? "zh" : "en"},
          {"summary", summary},
          {"table", table(summary)},
          {"replay", replay_json(replay)},
          {"words", words()}};
}

std::string report_page(const Json& summary, const waves::Replay& replay, Language language) {
  std::string page(file("report.html"));
  put(page, "{{title}}", as_html(summary["scenario"].get<std::string>() + " · rocelab"));
  put(page, "{{style}}", std::string(file("report.css")));
  put(page, "{{facts}}", inside_script(report_facts(summary, replay, language)));
  put(page, "{{viewer}}", bundled(data::page, "report.js"));
  return page;
}

}  // namespace rocelab::lessons
