#include "waves/vcd/check/words.h"

#include <algorithm>

namespace rocelab::waves {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_plain(char c) { return is_blank(c) || (c > ' ' && c <= '~'); }

}  // namespace

VcdWords::VcdWords(std::string_view text) {
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view row = text.substr(at, end - at);
    if (!std::all_of(row.begin(), row.end(), is_plain)) say(line, "not plain ASCII");
    for (std::size_t i = 0; i < row.size();) {
      if (is_blank(row[i])) {
        ++i;
        continue;
      }
      std::size_t j = i;
      while (j < row.size() && !is_blank(row[j])) ++j;
      words_.push_back({row.substr(i, j - i), line});
      i = j;
    }
    at = end + 1;
  }
  if (text.empty() || text.back() != '\n') say(line - (line > 1), "the file does not end with a newline");
}

std::vector<std::string_view> VcdWords::until_end(std::string_view command) {
  const std::size_t line = at_ == 0 ? 1 : words_[at_ - 1].line;
  std::vector<std::string_view> inside;
  while (const Word* word = next()) {
    if (word->text == "$end") return inside;
    inside.push_back(word->text);
  }
  say(line, std::string(command) + " has no $end");
  return inside;
}

void VcdWords::say(const std::string& what) { say(at_ == 0 ? 1 : words_[at_ - 1].line, what); }

void VcdWords::say(std::size_t line, const std::string& what) {
  problems_.push_back("line " + std::to_string(line) + ": " + what);
}

}  // namespace rocelab::waves
