#include "app/packetdrill/assertion.h"

#include <fmt/format.h>

#include <cctype>
#include <vector>

#include "app/conformance/outcome.h"
#include "app/packetdrill/expression.h"

namespace rocelab::app::packetdrill {
namespace {

std::string trimmed(const std::string& s) {
  const std::size_t from = s.find_first_not_of(" \t\r\n");
  if (from == std::string::npos) return "";
  return s.substr(from, s.find_last_not_of(" \t\r\n") - from + 1);
}

/// Ends of lines and ';' part statements, except within brackets and strings; '#' begins a comment.
std::vector<std::string> statements(const std::string& code) {
  std::vector<std::string> all(1);
  int depth = 0;
  char quote = '\0';
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '#') {
      while (i + 1 < code.size() && code[i + 1] != '\n') ++i;
      continue;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
    } else if (c == '\\' && i + 1 < code.size() && code[i + 1] == '\n') {
      ++i;
      continue;
    } else if ((c == '\n' && depth <= 0) || c == ';') {
      all.emplace_back();
      continue;
    }
    all.back() += c;
  }
  return all;
}

void run_assert(const std::string& text, const std::map<std::string, double>& names) {
  Expression expression(text, names);
  const bool holds = expression.value() != 0;
  const std::size_t end = expression.end();
  if (end < text.size() && text[end] != ',') throw Unsupported(fmt::format("Python: {}", trimmed(text)));
  if (holds) return;
  std::string got;
  for (const std::string& name : expression.used()) {
    got += fmt::format("{}{} = {}", got.empty() ? "" : ", ", name, names.at(name));
  }
  throw Failure(fmt::format("assertion\n  expected  {}\n  got       {}", trimmed(text.substr(0, end)), got));
}

/// "name = EXPRESSION", "name += EXPRESSION". False when the text is neither.
bool run_assignment(const std::string& text, std::map<std::string, double>& names,
                    std::map<std::string, double>& variables) {
  std::size_t at = 0;
  while (at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_')) ++at;
  const std::string name = text.substr(0, at);
  at = text.find_first_not_of(' ', at);
  if (name.empty() || at == std::string::npos) return false;
  const bool adds = text.compare(at, 2, "+=") == 0;
  if (!adds && (text[at] != '=' || text.compare(at, 2, "==") == 0)) return false;
  const std::string right = text.substr(at + (adds ? 2 : 1));
  Expression expression(right, names);
  const double value = expression.value();
  if (expression.end() < right.size()) return false;
  if (adds && names.count(name) == 0) throw Unsupported(fmt::format("Python: {}", text));
  variables[name] = names[name] = adds ? names[name] + value : value;
  return true;
}

}  // namespace

void run_assertions(const std::string& code, std::map<std::string, double> names,
                    std::map<std::string, double>& variables) {
  names.insert(variables.begin(), variables.end());
  for (const std::string& line : statements(code)) {
    const std::string statement = trimmed(line);
    if (statement.empty() || statement.compare(0, 5, "print") == 0 || statement.compare(0, 7, "import ") == 0) continue;
    const bool asserts = statement.compare(0, 6, "assert") == 0 && statement.size() > 6 &&
                         (statement[6] == '(' || std::isspace(static_cast<unsigned char>(statement[6])) != 0);
    if (asserts) {
      run_assert(statement.substr(6), names);
    } else if (!run_assignment(statement, names, variables)) {
      throw Unsupported(fmt::format("Python: {}", statement));
    }
  }
}

}  // namespace rocelab::app::packetdrill
