#include "lessons/claims/said.h"

#include "lessons/course/quantities.h"
#include "lessons/course/references.h"

namespace rocelab::lessons {
namespace {

std::string value_of(const Piece& piece, const Runs& runs, Language language) {
  try {
    return quantity(evaluate(piece.text, runs), piece.format, language);
  } catch (const ExpressionError&) {
    return "?";
  }
}

std::string filled(const std::string& sentence, const Runs& runs, Language language) {
  std::string whole;
  for (const Piece& piece : pieces_of(sentence)) {
    whole += piece.kind == "words" ? piece.text : value_of(piece, runs, language);
  }
  return whole;
}

}  // namespace

Text said(const Text& text, const Runs& runs) {
  return {filled(text.zh, runs, Language::zh), filled(text.en, runs, Language::en)};
}

}  // namespace rocelab::lessons
