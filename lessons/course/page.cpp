#include "lessons/course/page.h"

#include <fmt/format.h>

#include <algorithm>

#include "lessons/course/filled.h"
#include "lessons/course/wrapped.h"
#include "lessons/summary/text_table.h"
#include "lessons/words/words.h"

namespace rocelab::lessons {
namespace {

constexpr std::size_t width = 80;

/// Parts of a body: between empty lines, and each member of a list.
std::vector<std::string> paragraphs(const std::string& body) {
  std::vector<std::string> all(1);
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = std::min(body.find('\n', at), body.size());
    const std::string line = body.substr(at, end - at);
    if (line.empty() || line.rfind("- ", 0) == 0) all.emplace_back();
    if (!line.empty()) all.back() += (all.back().empty() ? "" : "\n") + line;
    at = end + 1;
  }
  all.erase(std::remove(all.begin(), all.end(), ""), all.end());
  return all;
}

/// Sets a lesson in one language.
class Page {
 public:
  Page(const Lesson& lesson, const Measured& measured, Language language)
      : lesson_(lesson), measured_(measured), language_(language) {}

  std::string whole() const {
    std::string out = head();
    for (const Part& p : lesson_.parts) out += part(p);
    out += heading(say("lesson.hands_on"));
    for (const Step& step : lesson_.hands_on) out += hands_on(step);
    out += heading(say("lesson.remember"));
    for (const Text& point : lesson_.remember) out += wrapped(fill(point), width, "• ", "  ");
    out += heading(say("lesson.glossary"));
    for (const Term& term : lesson_.glossary) out += glossary(term);
    return out + '\n' + verdict();
  }

 private:
  std::string say(const std::string& id) const { return in(language_, Words::built_in().get(id)); }
  std::string fill(const Text& text) const { return filled(text, lesson_, measured_, language_); }

  std::string head() const {
    const std::string title = fmt::format(fmt::runtime(say("lesson.title")), lesson_.number) + fill(lesson_.title);
    return wrapped(title, width, "", "") + line('=', columns(title)) + '\n' + say("level." + lesson_.level) + " · " +
           fmt::format(fmt::runtime(say("lesson.minutes")), lesson_.minutes) + "\n\n" +
           wrapped(say("lesson.goal") + fill(lesson_.goal), width, "", "");
  }

  static std::string line(char c, std::size_t length) { return std::string(std::min(length, width), c); }

  std::string heading(const std::string& text) const {
    return '\n' + wrapped(text, width, "", "") + line('-', columns(text)) + '\n';
  }

  std::string part(const Part& p) const {
    std::string out = heading(fill(p.title));
    bool first = true, member_before = false;
    for (const std::string& paragraph : paragraphs(fill(p.body))) {
      const bool member = paragraph.rfind("- ", 0) == 0;
      if (!first && !(member && member_before)) out += '\n';
      out += member ? wrapped(paragraph.substr(2), width, "  - ", "    ") : wrapped(paragraph, width, "", "");
      first = false;
      member_before = member;
    }
    if (!in(language_, p.look).empty()) out += '\n' + wrapped(say("lesson.look") + fill(p.look), width, "→ ", "  ");
    if (!p.claims.empty()) out += '\n';
    for (const std::string& id : p.claims) out += claim(measured_.verdicts.at(id));
    return out;
  }

  std::string claim(const Verdict& v) const {
    return wrapped(in(language_, v.text) + " [" + v.claim->id + "]", width, fmt::format("  {} ", sign_of(v)), "    ");
  }

  std::string hands_on(const Step& step) const {
    const bool speaks = step.command.find(" waves ") == std::string::npos;  // GTKWave shows ASCII
    const std::string command = step.command + (speaks && language_ == Language::zh ? " --lang zh" : "");
    return "  $ " + command + '\n' + wrapped(fill(step.says), width, "    ", "    ");
  }

  std::string glossary(const Term& term) const {
    return wrapped(fill(term.term) + say("lesson.means") + fill(term.meaning), width, "  ", "    ");
  }

  /// How many of the claims hold, and which do not.
  std::string verdict() const {
    std::size_t hold = 0;
    std::string broken;
    for (const auto& [id, v] : measured_.verdicts) {
      hold += v.holds == true ? 1 : 0;
      if (v.holds == false) broken += "  ✗ " + id + ": " + v.expected + ", " + v.measured.dump() + '\n';
    }
    return wrapped(fmt::format(fmt::runtime(say("lesson.verdict")), hold, measured_.verdicts.size()), width, "", "") +
           broken;
  }

  const Lesson& lesson_;
  const Measured& measured_;
  Language language_;
};

}  // namespace

std::string page(const Lesson& lesson, const Measured& measured, Language language) {
  try {
    return Page(lesson, measured, language).whole();
  } catch (const ExpressionError& error) {
    throw ExpressionError(fmt::format("lesson {}: {}", lesson.number, error.what()));
  }
}

}  // namespace rocelab::lessons
