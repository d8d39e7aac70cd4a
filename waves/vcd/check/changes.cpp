#include "waves/vcd/check/changes.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <set>
#include <string>

namespace rocelab::waves {
namespace {

/// Clause 18.2.3.9 to 18.2.3.12.
const std::set<std::string_view> sections{"$dumpall", "$dumpoff", "$dumpon", "$dumpvars"};
constexpr std::string_view bit_values = "01xXzZ";

bool is_real(const std::string& text) {
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0';
}

}  // namespace

void VcdChanges::read() {
  while (const VcdWords::Word* word = words_.next()) {
    const std::string_view text = word->text;
    if (text.front() == '#') {
      time(text.substr(1));
    } else if (sections.count(text)) {
      open(text);
    } else if (text == "$end") {
      end_of_section();
    } else if (text == "$comment") {
      words_.until_end(text);
    } else if (text.front() == '$') {
      words_.say("unknown command " + std::string(text));
    } else {
      value(*word);
    }
  }
  if (!section_.empty()) words_.say(section_ + " has no $end");
  if (own_ && !dumped_) words_.say("no $dumpvars");
}

void VcdChanges::time(std::string_view digits) {
  const std::string text(digits);
  const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  errno = 0;
  const auto t = is_number ? std::strtoull(text.c_str(), nullptr, 10) : 0;
  if (!is_number || errno != 0) return words_.say("time #" + text);
  if (!section_.empty()) words_.say("time #" + text + " inside " + section_);
  if (time_ && (own_ ? t <= *time_ : t < *time_)) words_.say("time #" + text + " does not grow");
  time_ = t;
}

void VcdChanges::open(std::string_view command) {
  if (!section_.empty()) words_.say(std::string(command) + " inside " + section_);
  section_ = command;
  if (command != "$dumpvars") return;
  if (own_ && !time_) words_.say("$dumpvars before the first time");
  if (dumped_) words_.say("second $dumpvars");
  dumped_ = true;
}

void VcdChanges::end_of_section() {
  if (section_.empty()) return words_.say("$end of nothing");
  if (own_ && section_ == "$dumpvars") {
    for (const auto& [code, variable] : declarations_.variables()) {
      if (!variable.is_event() && !variable.has_value) words_.say("no first value for " + code);
    }
  }
  section_.clear();
}

void VcdChanges::value(const VcdWords::Word& word) {
  if (!time_ && section_.empty()) words_.say("a value before any time");
  const char kind = word.text.front();
  if (std::string_view("bBrRs").find(kind) == std::string_view::npos) {
    if (bit_values.find(kind) == std::string_view::npos)
      return words_.say("neither value nor time: " + std::string(word.text));
    return scalar(kind, word.text.substr(1));
  }
  const VcdWords::Word* code = words_.peek();
  if (!code || code->line != word.line) return words_.say("a value without code: " + std::string(word.text));
  words_.next();
  const VcdWords::Word* behind = words_.peek();
  if (behind && behind->line == word.line) {
    words_.say("more than one value in a line, or one with a space");
    while (words_.peek() && words_.peek()->line == word.line) words_.next();
    return;
  }
  worded(word.text, code->text);
}

void VcdChanges::scalar(char value, std::string_view code) {
  if (code.empty()) return words_.say(std::string("a value without code: ") + value);
  VcdDeclarations::Variable* variable = declarations_.find(code);
  if (!variable) return;
  variable->has_value = true;
  if (variable->width != 1 || variable->is_string() || variable->is_real())
    words_.say("one bit for " + std::string(code));
}

void VcdChanges::worded(std::string_view word, std::string_view code) {
  VcdDeclarations::Variable* found = declarations_.find(code);
  if (!found) return;
  found->has_value = true;
  const VcdDeclarations::Variable& variable = *found;
  const char kind = word.front();
  const std::string value(word.substr(1)), id(code);
  if (kind == 's') {
    if (!variable.is_string()) words_.say("text for " + id);
    if (own_ && value.empty()) words_.say("empty text for " + id);
  } else if (kind == 'r' || kind == 'R') {
    if (!variable.is_real()) words_.say("a real number for " + id);
    if (!is_real(value)) words_.say("real number '" + value + "'");
  } else {
    if (!variable.is_bits()) words_.say("bits for " + id);
    if (value.empty() || value.find_first_not_of(bit_values) != std::string::npos) words_.say("bits '" + value + "'");
    if (value.size() > variable.width) words_.say("'" + value + "' is wider than " + id);
  }
}

}  // namespace rocelab::waves
