#include "lessons/course/references.h"

#include <algorithm>
#include <set>

#include "lessons/claims/expression.h"

namespace rocelab::lessons {
namespace {

const std::set<std::string> kinds{"claim", "mark", "row", "stage", "lesson", "scenario", "const"};

Piece reference(const std::string& inside) {
  const auto colon = inside.find(':');
  const std::string kind = colon == std::string::npos ? "value" : inside.substr(0, colon);
  if (colon != std::string::npos && !kinds.count(kind)) {
    throw ExpressionError("no reference is called '" + kind + "' in {" + inside + "}");
  }
  const std::string what = colon == std::string::npos ? inside : inside.substr(colon + 1);
  const auto bar = what.find('|');
  return {kind, what.substr(0, bar), bar == std::string::npos ? "" : what.substr(bar + 1)};
}

}  // namespace

std::vector<Piece> pieces_of(const std::string& text) {
  std::vector<Piece> pieces;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto brace = std::min(text.find_first_of("{}", at), text.size());
    if (brace > at) pieces.push_back({"words", text.substr(at, brace - at), ""});
    if (brace == text.size()) break;
    const auto close = text.find('}', brace);
    if (text[brace] == '}' || close == std::string::npos) {
      throw ExpressionError("a brace without its partner in: " + text);
    }
    pieces.push_back(reference(text.substr(brace + 1, close - brace - 1)));
    at = close + 1;
  }
  return pieces;
}

}  // namespace rocelab::lessons
