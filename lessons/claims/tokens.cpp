#include "lessons/claims/tokens.h"

#include <cctype>

#include "lessons/claims/expression.h"

namespace rocelab::lessons {
namespace {

bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

}  // namespace

std::vector<Token> tokens_of(const std::string& expression) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  const auto take_while = [&](auto member) {
    const std::size_t begin = at;
    while (at < expression.size() && member(expression[at])) ++at;
    return expression.substr(begin, at - begin);
  };
  while (true) {
    take_while([](char c) { return c == ' ' || c == '\n'; });
    const std::size_t begin = at;
    if (at == expression.size()) return tokens.push_back({Token::Kind::end, "the end", at}), tokens;
    const char c = expression[at];
    if (digit(c)) {
      tokens.push_back({Token::Kind::number, take_while([](char d) { return digit(d) || d == '.'; }), begin});
    } else if (letter(c)) {
      tokens.push_back({Token::Kind::name, take_while([](char d) { return letter(d) || digit(d); }), begin});
    } else if (c == '"') {
      const auto close = expression.find('"', at + 1);
      if (close == std::string::npos) throw ExpressionError("a text without its closing quote: " + expression);
      tokens.push_back({Token::Kind::text, expression.substr(at + 1, close - at - 1), begin});
      at = close + 1;
    } else {
      const std::string two = expression.substr(at, 2);
      const bool double_symbol = two == "==" || two == "!=" || two == "<=" || two == ">=";
      if (!double_symbol && std::string("+-*/<>()[].,").find(c) == std::string::npos) {
        throw ExpressionError("'" + std::string(1, c) + "' means nothing in: " + expression);
      }
      tokens.push_back({Token::Kind::symbol, double_symbol ? two : std::string(1, c), begin});
      at += tokens.back().text.size();
    }
  }
}

}  // namespace rocelab::lessons
