#include "app/packetdrill/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/conformance/outcome.h"
#include "app/packetdrill/cursor.h"

namespace rocelab::app::packetdrill {
namespace {

double floor_of(double x) {
  const auto whole = static_cast<double>(static_cast<long long>(x));
  return whole > x ? whole - 1 : whole;
}

}  // namespace

void Expression::blank() {
  while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
}

bool Expression::take(std::string_view s) {
  blank();
  if (text_.substr(at_, s.size()) != s) return false;
  at_ += s.size();
  return true;
}

bool Expression::take_word(std::string_view s) {
  blank();
  if (text_.substr(at_, s.size()) != s) return false;
  if (at_ + s.size() < text_.size() && is_word(text_[at_ + s.size()])) return false;
  at_ += s.size();
  return true;
}

std::string Expression::word() {
  const std::size_t from = at_;
  while (at_ < text_.size() && is_word(text_[at_])) ++at_;
  return std::string(text_.substr(from, at_ - from));
}

std::size_t Expression::end() {
  blank();
  return at_;
}

double Expression::either() {
  double value = both();
  while (take_word("or")) {
    const double other = both();
    value = value != 0 ? value : other;
  }
  return value;
}

double Expression::both() {
  double value = inverse();
  while (take_word("and")) {
    const double other = inverse();
    value = value != 0 ? other : value;
  }
  return value;
}

double Expression::inverse() {
  if (take_word("not")) return inverse() == 0 ? 1 : 0;
  return comparison();
}

double Expression::comparison() {
  double left = sum();
  bool holds = true, any = false;
  for (;; any = true) {
    bool (*relation)(double, double) = nullptr;
    if (take("==")) {
      relation = [](double a, double b) { return a == b; };
    } else if (take("!=")) {
      relation = [](double a, double b) { return a != b; };
    } else if (take("<=")) {
      relation = [](double a, double b) { return a <= b; };
    } else if (take(">=")) {
      relation = [](double a, double b) { return a >= b; };
    } else if (take("<")) {
      relation = [](double a, double b) { return a < b; };
    } else if (take(">")) {
      relation = [](double a, double b) { return a > b; };
    } else {
      return any ? (holds ? 1 : 0) : left;
    }
    const double right = sum();
    holds = holds && relation(left, right);
    left = right;
  }
}

double Expression::sum() {
  double value = product();
  for (;;) {
    if (take("+")) {
      value += product();
    } else if (take("-")) {
      value -= product();
    } else if (take("&")) {
      value = static_cast<double>(static_cast<long long>(value) & static_cast<long long>(product()));
    } else if (take("|")) {
      value = static_cast<double>(static_cast<long long>(value) | static_cast<long long>(product()));
    } else {
      return value;
    }
  }
}

double Expression::product() {
  double value = sign();
  for (;;) {
    if (take("//")) {
      value = floor_of(value / sign());
    } else if (take("*")) {
      value *= sign();
    } else if (take("/")) {
      value /= sign();
    } else if (take("%")) {
      const double by = sign();
      value -= by * floor_of(value / by);
    } else {
      return value;
    }
  }
}

double Expression::sign() {
  if (take("-")) return -sign();
  if (take("+")) return sign();
  return atom();
}

double Expression::literal() {
  const std::string rest(text_.substr(at_));
  std::size_t used = 0;
  double value = 0;
  try {
    value = rest.compare(0, 2, "0x") == 0 ? static_cast<double>(std::stoull(rest, &used, 16)) : std::stod(rest, &used);
  } catch (const std::logic_error&) {  // no number, or one beyond all bounds
    throw Unsupported(fmt::format("Python: {}", rest));
  }
  at_ += used;
  return value;
}

double Expression::call(const std::string& function) {
  std::vector<double> arguments;
  do arguments.push_back(either());
  while (take(","));
  if (!take(")")) throw Unsupported("Python with a bracket that does not close");
  if (function == "abs" && arguments.size() == 1) return arguments[0] < 0 ? -arguments[0] : arguments[0];
  if (function == "int" && arguments.size() == 1) return static_cast<double>(static_cast<long long>(arguments[0]));
  if (function == "min") return *std::min_element(arguments.begin(), arguments.end());
  if (function == "max") return *std::max_element(arguments.begin(), arguments.end());
  throw Unsupported(fmt::format("Python function {}", function));
}

double Expression::atom() {
  blank();
  if (take("(")) {
    const double value = either();
    if (!take(")")) throw Unsupported("Python with a bracket that does not close");
    return value;
  }
  const char c = at_ < text_.size() ? text_[at_] : '\0';
  if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return literal();
  const std::string name = word();
  if (name.empty()) throw Unsupported(fmt::format("Python: {}", std::string(text_)));
  if (take("(")) return call(name);
  const auto it = names_.find(name);
  if (it == names_.end()) throw Unsupported(fmt::format("{} in an assertion", name));
  if (std::find(used_.begin(), used_.end(), name) == used_.end()) used_.push_back(name);
  return it->second;
}

}  // namespace rocelab::app::packetdrill
