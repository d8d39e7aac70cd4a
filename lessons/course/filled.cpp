#include "lessons/course/filled.h"

#include <fmt/format.h>

#include "lessons/course/quantities.h"
#include "lessons/course/references.h"
#include "lessons/words/words.h"

namespace rocelab::lessons {
namespace {

/// Fills in one reference after another.
class Filling {
 public:
  Filling(const Lesson& lesson, const Measured& measured, Language language)
      : lesson_(lesson), measured_(measured), language_(language) {}

  std::string piece(const Piece& piece) const {
    if (piece.kind == "words") return piece.text;
    if (piece.kind == "value") return quantity(evaluate(piece.text, measured_.runs), piece.format, language_);
    if (piece.kind == "claim") return claim(piece.text, piece.format);
    if (piece.kind == "mark") return mark(piece.text);
    if (piece.kind == "const") return constant(piece.text);
    if (piece.kind == "lesson") return fmt::format(fmt::runtime(word("lesson.called")), piece.text);
    if (piece.kind == "scenario")
      return fmt::format(fmt::runtime(word("lesson.scenario")), number_of_scenario(piece.text));
    const std::string words = word(piece.kind + "." + piece.text);  // a row or a stage
    if (piece.kind == "stage") return words;
    return language_ == Language::zh ? "「" + words + "」" : '"' + words + '"';
  }

 private:
  std::string word(const std::string& id) const {
    const Text* text = Words::built_in().find(id);
    if (!text) throw ExpressionError("there are no words " + id);
    return in(language_, *text);
  }

  std::string claim(const std::string& id, std::string format) const {
    const auto verdict = measured_.verdicts.find(id);
    if (verdict == measured_.verdicts.end()) throw ExpressionError("the claim '" + id + "' was not judged");
    const Verdict& v = verdict->second;
    if (format.empty()) format = format_of_unit(v.claim->unit);
    if (format.empty() && v.measured.is_number()) format = "times";
    // A claim that a run refutes is shown with whatever was measured instead.
    const bool named = v.measured.is_string() && Words::built_in().find("value." + v.measured.get<std::string>());
    const std::string value = v.measured.is_string() && !named
                                  ? v.measured.get<std::string>()
                                  : quantity(v.measured, named ? "word" : format, language_);
    return v.holds == true ? value : value + ' ' + sign_of(v);
  }

  /// "RUN KIND"
  std::string mark(const std::string& where) const {
    const auto space = where.find(' ');
    const std::string kind = where.substr(space + 1);
    for (const auto& moment : run(where.substr(0, space)).at("moments")) {
      if (moment.at("kind") == kind) return moment.at("mark");
    }
    throw ExpressionError("no moment of the kind '" + kind + "' has a letter in the run '" + where.substr(0, space) +
                          "'");
  }

  /// A scenario's number stands at the head of its id.
  std::string number_of_scenario(const std::string& name) const {
    const std::string id = run(name).at("scenario");
    return std::to_string(std::stoi(id));
  }

  std::string constant(const std::string& name) const {
    const auto it = lesson_.constants.find(name);
    if (it == lesson_.constants.end()) throw ExpressionError("no constant is called '" + name + "'");
    return in(language_, it->second);
  }

  const nlohmann::ordered_json& run(const std::string& name) const {
    const auto it = measured_.runs.find(name);
    if (it == measured_.runs.end()) throw ExpressionError("no run is called '" + name + "'");
    return it->second;
  }

  const Lesson& lesson_;
  const Measured& measured_;
  Language language_;
};

}  // namespace

const char* sign_of(const Verdict& verdict) { return !verdict.holds ? "–" : *verdict.holds ? "✓" : "✗"; }

std::string filled(const Text& text, const Lesson& lesson, const Measured& measured, Language language) {
  const Filling filling(lesson, measured, language);
  std::string out;
  for (const Piece& piece : pieces_of(in(language, text))) out += filling.piece(piece);
  return out;
}

}  // namespace rocelab::lessons
