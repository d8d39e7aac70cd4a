#include "waves/vcd_check.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace rocelab::test {
namespace {

struct Word {
  std::string text;
  std::size_t line;
};

struct Variable {
  std::string type;
  std::size_t width;
  bool dumped = false;
};

const std::set<std::string> variable_types{"wire", "reg", "integer", "real", "event", "string", "parameter"};
const std::set<std::string> scope_types{"module", "task", "function", "begin", "fork"};

bool number(const std::string& s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

class Checker {
 public:
  explicit Checker(std::vector<Word> words) : words_(std::move(words)) {}

  std::vector<std::string> run() {
    header();
    body();
    return std::move(problems_);
  }

 private:
  void say(const std::string& what) {
    const std::size_t line = words_.empty() ? 0 : words_[std::min(at_, words_.size() - 1)].line;
    problems_.push_back("line " + std::to_string(line) + ": " + what);
  }

  const Word* next() { return at_ < words_.size() ? &words_[at_++] : nullptr; }

  /// The words up to $end; a command that never ends is a problem.
  std::vector<std::string> until_end(const std::string& command) {
    std::vector<std::string> inside;
    while (const Word* word = next()) {
      if (word->text == "$end") return inside;
      inside.push_back(word->text);
    }
    say(command + " has no $end");
    return inside;
  }

  void header() {
    while (const Word* word = next()) {
      const std::string command = word->text;
      const auto inside = until_end(command);
      if (command == "$enddefinitions") return end_of_header();
      if (command == "$timescale")
        timescale(inside);
      else if (command == "$scope")
        scope(inside);
      else if (command == "$upscope")
        upscope();
      else if (command == "$var")
        variable(inside);
      else if (command != "$date" && command != "$version" && command != "$comment")
        say("unknown command " + command);
    }
    say("no $enddefinitions");
  }

  void end_of_header() {
    if (!timescale_) say("no $timescale");
    if (!scopes_.empty()) say("scope " + scopes_.back() + " is still open");
    if (variables_.empty()) say("no variable");
  }

  void timescale(const std::vector<std::string>& inside) {
    static const std::set<std::string> known{"1 s",   "1 ms",  "1 us",   "1 ns",   "1 ps", "1 fs",
                                             "10 ns", "10 ps", "100 ns", "100 ps", "1ns",  "1ps"};
    std::string text;
    for (const auto& word : inside) text += (text.empty() ? "" : " ") + word;
    if (timescale_) say("second $timescale");
    if (!known.count(text)) say("time scale '" + text + "'");
    timescale_ = true;
  }

  void scope(const std::vector<std::string>& inside) {
    if (inside.size() != 2) say("a scope needs a type and a name");
    if (!inside.empty() && !scope_types.count(inside[0])) say("scope type " + inside[0]);
    scopes_.push_back(inside.empty() ? "" : inside.back());
  }

  void upscope() {
    if (scopes_.empty()) return say("$upscope without scope");
    scopes_.pop_back();
  }

  void variable(const std::vector<std::string>& inside) {
    if (inside.size() < 4 || inside.size() > 5 || !number(inside[1]))
      return say("a variable needs type, width, id, name");
    const auto& [type, width, id, name] = std::tie(inside[0], inside[1], inside[2], inside[3]);
    if (!variable_types.count(type)) say("variable type " + type);
    const std::size_t bits = std::stoul(width);
    if (bits == 0 && type != "string") say(name + " has no bits");
    const std::string range = "[" + std::to_string(bits - 1) + ":0]";
    if (inside.size() == 5 && inside[4] != range) say(name + " has range " + inside[4] + " but width " + width);
    if (inside.size() == 4 && bits > 1 && type != "string") say(name + " is wider than a bit and has no range");
    if (!variables_.emplace(id, Variable{type, bits}).second) say("identifier " + id + " is declared twice");
    std::string path;
    for (const auto& scope : scopes_) path += scope + ".";
    if (scopes_.empty()) say(name + " is in no scope");
    if (!paths_.insert(path + name).second) say(path + name + " is declared twice");
  }

  void body() {
    bool dumping = false;
    while (const Word* word = next()) {
      const std::string& text = word->text;
      if (text[0] == '#') {
        time(text.substr(1));
      } else if (text == "$dumpvars") {
        if (!time_) say("$dumpvars before #0");
        if (dumped_) say("second $dumpvars");
        dumping = dumped_ = true;
      } else if (text == "$end") {
        if (!dumping) say("$end of nothing");
        if (dumping) end_of_dumpvars();
        dumping = false;
      } else if (text == "$comment") {
        until_end(text);
      } else {
        value(text, dumping);
      }
    }
    if (dumping) say("$dumpvars has no $end");
    if (!dumped_) say("no $dumpvars");
  }

  void time(const std::string& digits) {
    if (!number(digits)) return say("time #" + digits);
    const auto t = std::stoull(digits);
    if (!time_ && t != 0) say("the first time is not #0");
    if (time_ && t <= *time_) say("time #" + digits + " does not grow");
    time_ = t;
  }

  void end_of_dumpvars() {
    for (const auto& [id, variable] : variables_) {
      if (variable.type != "event" && !variable.dumped) say("no first value for " + id);
    }
  }

  void value(const std::string& text, bool dumping) {
    if (!time_) say("a value before any time");
    if (text[0] == 'b' || text[0] == 'r' || text[0] == 's') {
      const std::size_t line = words_[at_ - 1].line;
      const Word* id = next();
      if (!id || id->line != line) return say("a value without identifier");
      if (at_ < words_.size() && words_[at_].line == line) say("more than one value, or one with a space");
      return vector_value(text[0], text.substr(1), id->text, dumping);
    }
    if (std::string("01xz").find(text[0]) == std::string::npos) return say("neither value nor time: " + text);
    Variable* variable = find(text.substr(1), dumping);
    if (variable && (variable->width != 1 || variable->type == "string" || variable->type == "real")) {
      say("one bit for " + text.substr(1));
    }
  }

  void vector_value(char kind, const std::string& value, const std::string& id, bool dumping) {
    Variable* variable = find(id, dumping);
    if (!variable) return;
    if (kind == 's') {
      if (variable->type != "string") say("text for " + id);
      if (value.empty()) say("empty text for " + id);
    } else if (kind == 'r') {
      if (variable->type != "real") say("a real number for " + id);
    } else {
      if (variable->type == "string" || variable->type == "real" || variable->type == "event") say("bits for " + id);
      const bool bits = !value.empty() && value.find_first_not_of("01xz") == std::string::npos;
      if (!bits) say("bits '" + value + "'");
      if (value.size() > variable->width) say("'" + value + "' is wider than " + id);
    }
  }

  Variable* find(const std::string& id, bool dumping) {
    const auto found = variables_.find(id);
    if (found == variables_.end()) return say("identifier " + id + " is not declared"), nullptr;
    found->second.dumped |= dumping;
    return &found->second;
  }

  std::vector<Word> words_;
  std::size_t at_ = 0;
  std::vector<std::string> problems_;
  bool timescale_ = false;
  bool dumped_ = false;
  std::vector<std::string> scopes_;
  std::map<std::string, Variable> variables_;
  std::set<std::string> paths_;
  std::optional<unsigned long long> time_;
};

}  // namespace

std::vector<std::string> check_vcd(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return {"cannot read " + path};
  std::ostringstream all;
  all << in.rdbuf();
  const std::string text = all.str();

  std::vector<std::string> problems;
  if (text.empty() || text.back() != '\n') problems.push_back("the file does not end with a newline");
  std::vector<Word> words;
  std::istringstream lines(text);
  std::string line;
  for (std::size_t n = 1; std::getline(lines, line); ++n) {
    const bool ascii =
        std::all_of(line.begin(), line.end(), [](char c) { return c == '\t' || (c >= ' ' && c <= '~'); });
    if (!ascii) problems.push_back("line " + std::to_string(n) + ": not plain ASCII");
    std::istringstream split(line);
    for (std::string word; split >> word;) words.push_back({word, n});
  }
  for (std::string& problem : Checker(std::move(words)).run()) problems.push_back(std::move(problem));
  return problems;
}

}  // namespace rocelab::test
