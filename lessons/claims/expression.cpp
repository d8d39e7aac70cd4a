#include "lessons/claims/expression.h"

#include "lessons/claims/functions.h"
#include "lessons/claims/tokens.h"

namespace rocelab::lessons {
namespace {

/// Reads and evaluates in one pass: claims are short and evaluated once.
class Evaluation {
 public:
  Evaluation(const std::string& expression, const Runs& runs)
      : expression_(expression), tokens_(tokens_of(expression)), runs_(runs) {}

  Value whole() {
    Value value = either();
    if (peek().kind != Token::Kind::end) unexpected();
    return value;
  }

 private:
  Value either() {
    Value left = both();
    while (take("or")) {
      const Value right = both();
      left = truth(left) || truth(right);
    }
    return left;
  }

  Value both() {
    Value left = comparison();
    while (take("and")) {
      const Value right = comparison();
      left = truth(left) && truth(right);
    }
    return left;
  }

  Value comparison() {
    if (take("not")) return !truth(comparison());
    const Value left = sum();
    for (const char* op : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (take(op)) return compare(left, op, sum());
    }
    return left;
  }

  static Value compare(const Value& left, const std::string& op, const Value& right) {
    if (op == "==") return left == right;
    if (op == "!=") return left != right;
    const double l = number_of(left), r = number_of(right);
    if (op == "<") return l < r;
    if (op == "<=") return l <= r;
    if (op == ">") return l > r;
    return l >= r;
  }

  Value sum() {
    Value left = product();
    while (true) {
      if (take("+")) {
        left = number_of(left) + number_of(product());
      } else if (take("-")) {
        left = number_of(left) - number_of(product());
      } else {
        return left;
      }
    }
  }

  Value product() {
    Value left = operand();
    while (true) {
      if (take("*")) {
        left = number_of(left) * number_of(operand());
      } else if (take("/")) {
        const double divisor = number_of(operand());
        if (divisor == 0) throw ExpressionError("division by zero in: " + expression_);
        left = number_of(left) / divisor;
      } else {
        return left;
      }
    }
  }

  Value operand() {
    if (take("-")) return -number_of(operand());
    if (take("(")) {
      Value inner = either();
      expect(")");
      return inner;
    }
    const Token token = peek();
    if (token.kind == Token::Kind::symbol || token.kind == Token::Kind::end) unexpected();
    next();
    switch (token.kind) {
      case Token::Kind::number:
        return Value::parse(token.text);
      case Token::Kind::text:
        return token.text;
      default:
        return named(token.text);
    }
  }

  Value named(const std::string& name) {
    if (name == "true" || name == "false") return name == "true";
    if (name == "null") return nullptr;
    if (take("(")) return member(function(name), name + "(…)");
    const auto run = runs_.find(name);
    if (run == runs_.end()) throw ExpressionError("no run is called '" + name + "'");
    return member(run->second, name);
  }

  Value function(const std::string& name) {
    std::vector<Value> arguments;
    while (!take(")")) {
      if (!arguments.empty()) expect(",");
      arguments.push_back(either());
    }
    return call(name, arguments);
  }

  /// Follows .name, ["name"] and [index] into `root`, which the expression calls `walked`.
  Value member(const Value& root, std::string walked) {
    const Value* here = &root;
    const auto step = [&](const auto& key, const std::string& shown) {
      walked += shown;
      if (!has(*here, key)) throw ExpressionError("there is no " + walked);
      here = &here->at(key);
    };
    while (true) {
      if (take(".")) {
        const std::string key = next().text;
        step(key, "." + key);
      } else if (take("[")) {
        const Token key = next();
        if (key.kind == Token::Kind::number) {
          step(std::stoul(key.text), "[" + key.text + "]");
        } else {
          step(key.text, "[\"" + key.text + "\"]");
        }
        expect("]");
      } else {
        return *here;
      }
    }
  }

  static bool has(const Value& value, const std::string& key) { return value.is_object() && value.contains(key); }
  static bool has(const Value& value, std::size_t index) { return value.is_array() && index < value.size(); }

  static bool truth(const Value& value) {
    if (!value.is_boolean()) throw ExpressionError("true or false is wanted here, not " + value.dump());
    return value.get<bool>();
  }

  const Token& peek() const { return tokens_[at_]; }
  Token next() { return tokens_[peek().kind == Token::Kind::end ? at_ : at_++]; }
  bool take(const std::string& word) {
    const bool operator_word = peek().kind == Token::Kind::symbol || peek().kind == Token::Kind::name;
    if (!operator_word || peek().text != word) return false;
    ++at_;
    return true;
  }
  void expect(const std::string& word) {
    if (!take(word)) unexpected();
  }
  [[noreturn]] void unexpected() const {
    throw ExpressionError("'" + peek().text + "' was not expected at column " + std::to_string(peek().at + 1) +
                          " of: " + expression_);
  }

  const std::string& expression_;
  std::vector<Token> tokens_;
  const Runs& runs_;
  std::size_t at_ = 0;
};

}  // namespace

nlohmann::ordered_json evaluate(const std::string& expression, const Runs& runs) {
  return Evaluation(expression, runs).whole();
}

}  // namespace rocelab::lessons
