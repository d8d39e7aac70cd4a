#include "lessons/course/wrapped.h"

#include <string_view>
#include <vector>

#include "lessons/summary/text_table.h"

namespace rocelab::lessons {
namespace {

/// What stays together on a line, and whether a space stood before it.
struct Chunk {
  std::string text;
  bool after_space;
};

bool one_of(std::string_view character, std::string_view list) { return list.find(character) != std::string::npos; }
bool closing(std::string_view c) { return one_of(c, "，。、；：？！）》」"); }
bool opening(std::string_view c) { return one_of(c, "（《「"); }

std::vector<std::string> characters(const std::string& utf8) {
  std::vector<std::string> all;
  for (const char c : utf8) {
    if ((c & 0xc0) == 0x80 && !all.empty()) {
      all.back() += c;
    } else {
      all.emplace_back(1, c);
    }
  }
  return all;
}

std::vector<Chunk> chunks_of(const std::string& text) {
  std::vector<Chunk> chunks;
  std::string before;  // the character before this one
  bool space = false, newline = false;
  for (const std::string& c : characters(text)) {
    if (c == " " || c == "\n") {
      space = space || c == " ";
      newline = newline || c == "\n";
      continue;
    }
    const bool wide = columns(c) == 2, wide_before = columns(before) == 2;
    const bool mark = closing(c) || opening(c) || closing(before) || opening(before);
    if (newline && !(wide && wide_before) && !mark) space = true;
    const bool may_break = space || newline || ((wide || wide_before) && !closing(c) && !opening(before));
    const std::string shown = c == "\u00a0" ? " " : c;
    if (chunks.empty() || (may_break && !(closing(c) && !space))) {
      chunks.push_back({shown, space && !chunks.empty()});
    } else {
      chunks.back().text += shown;
    }
    before = c;
    space = newline = false;
  }
  return chunks;
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t width, const std::string& first, const std::string& rest) {
  std::string out, line = first;
  bool empty = true;
  for (const Chunk& chunk : chunks_of(text)) {
    const std::string gap = chunk.after_space && !empty ? " " : "";
    if (!empty && columns(line) + columns(gap) + columns(chunk.text) > width) {
      out += line + '\n';
      line = rest + chunk.text;
    } else {
      line += gap + chunk.text;
    }
    empty = false;
  }
  return out + line + '\n';
}

}  // namespace rocelab::lessons
