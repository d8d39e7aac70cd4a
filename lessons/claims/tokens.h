#pragma once
#include <string>
#include <vector>

namespace rocelab::lessons {

/// One word of a claim's expression.
struct Token {
  enum class Kind { number, text, name, symbol, end };
  Kind kind;
  std::string text;  // of a text token: without its quotes
  std::size_t at;    // offset in the expression
};

/// Splits an expression into words; the last one is `end`. Throws ExpressionError.
std::vector<Token> tokens_of(const std::string& expression);

}  // namespace rocelab::lessons
