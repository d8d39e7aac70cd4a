#include "waves/vcd/check/declarations.h"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>

namespace rocelab::waves {
namespace {

/// Clause 18.2.3.8, and GTKWave's string.
const std::set<std::string_view> variable_types{"event",   "integer", "parameter", "real", "realtime", "reg",  "string",
                                                "supply0", "supply1", "time",      "tri",  "tri0",     "tri1", "triand",
                                                "trior",   "trireg",  "wand",      "wire", "wor"};
/// Clause 18.2.3.4, and what tools for SystemVerilog write for its scopes.
const std::set<std::string_view> scope_types{"begin",    "fork",      "function", "module", "task", "class",
                                             "generate", "interface", "package",  "struct", "union"};
constexpr std::size_t widest = 1 << 20;

/// 0 for what is no number or too large to be one here.
std::size_t number(std::string_view text) {
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string_view::npos) return 0;
  return std::stoul(std::string(text));
}

}  // namespace

void VcdDeclarations::read() {
  while (const VcdWords::Word* word = words_.next()) {
    const std::string command(word->text);
    if (command.front() != '$' || command == "$end" || command == "$dumpvars") {
      words_.say("unknown command " + command);
      if (command.front() == '#' || command == "$dumpvars") break;  // the changes, without $enddefinitions
      continue;
    }
    const Inside inside = words_.until_end(command);
    if (command == "$enddefinitions") {
      if (!inside.empty()) words_.say("$enddefinitions holds something");
      return end();
    }
    if (command == "$timescale")
      timescale(inside);
    else if (command == "$scope")
      scope(inside);
    else if (command == "$upscope")
      upscope();
    else if (command == "$var")
      variable(inside);
    else if (command != "$date" && command != "$version" && command != "$comment" && command != "$attrbegin" &&
             command != "$attrend")
      words_.say("unknown command " + command);
  }
  words_.say("no $enddefinitions");
  end();
}

void VcdDeclarations::end() {
  if (!timescale_) words_.say("no $timescale");
  if (!scopes_.empty()) words_.say("scope " + scopes_.back() + " is still open");
  if (variables_.empty()) words_.say("no variable");
}

void VcdDeclarations::timescale(const Inside& inside) {
  static const std::regex known("(1|10|100) ?(s|ms|us|ns|ps|fs)");
  std::string text;
  for (const auto word : inside) text += (text.empty() ? "" : " ") + std::string(word);
  if (timescale_) words_.say("second $timescale");
  if (!std::regex_match(text, known)) words_.say("time scale '" + text + "'");
  timescale_ = true;
}

void VcdDeclarations::scope(const Inside& inside) {
  if (inside.size() != 2) words_.say("a scope needs a type and a name");
  if (!inside.empty() && !scope_types.count(inside[0])) words_.say("scope type " + std::string(inside[0]));
  scopes_.emplace_back(inside.empty() ? "" : inside.back());
}

void VcdDeclarations::upscope() {
  if (scopes_.empty()) return words_.say("$upscope without scope");
  scopes_.pop_back();
}

void VcdDeclarations::variable(const Inside& inside) {
  if (inside.size() < 4 || inside.size() > 5)
    return words_.say("a variable needs type, width, code and name, and has no other words");
  const std::string type(inside[0]), code(inside[2]), name(inside[3]);
  const bool is_text = type == "string";
  const std::size_t width = number(inside[1]);
  if (!variable_types.count(type)) words_.say("variable type " + type);
  if ((width == 0 && !(is_text && inside[1] == "0")) || width > widest)
    words_.say(name + " has width '" + std::string(inside[1]) + "'");
  if (inside.size() == 5) range(name, std::string(inside[4]), width);
  if (own_ && inside.size() == 4 && width > 1 && !is_text) words_.say(name + " is wider than a bit and has no range");
  declare(code, {type, width});
  std::string path;
  for (const auto& scope : scopes_) path += scope + ".";
  if (own_ && scopes_.empty()) words_.say(name + " is in no scope");
  // The same net twice is only clumsy; two nets of one name cannot be told apart.
  const auto [known, added] = names_.emplace(path + name, code);
  if (!added && (own_ || known->second != code)) words_.say(path + name + " is declared twice");
}

/// [msb:lsb] either way round, or the number of one bit.
void VcdDeclarations::range(const std::string& name, const std::string& range, std::size_t width) {
  static const std::regex known("\\[(-?[0-9]{1,9})(:(-?[0-9]{1,9}))?\\]");
  std::smatch found;
  const bool understood = std::regex_match(range, found, known);
  const long first = understood ? std::stol(found[1]) : 0;
  const long last = understood && found[3].matched ? std::stol(found[3]) : first;
  if (!understood || static_cast<std::size_t>(std::labs(first - last)) + 1 != width)
    words_.say(name + " has range " + range + " but width " + std::to_string(width));
}

/// Variables that are the same net share a code: then their sizes agree.
void VcdDeclarations::declare(const std::string& code, const Variable& variable) {
  const auto [known, added] = variables_.emplace(code, variable);
  if (added) return;
  if (own_ || known->second.width != variable.width || known->second.is_bits() != variable.is_bits())
    words_.say("code " + code + " is declared twice");
}

VcdDeclarations::Variable* VcdDeclarations::find(std::string_view code) {
  const auto found = variables_.find(std::string(code));
  if (found != variables_.end()) return &found->second;
  words_.say("code " + std::string(code) + " is not declared");
  return nullptr;
}

}  // namespace rocelab::waves
