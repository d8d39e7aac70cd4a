#include "waves/rows/ascii.h"

#include <algorithm>

namespace rocelab::waves {
namespace {
bool is_alphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }
}  // namespace

std::string identifier(std::string_view text) {
  std::string name(text);
  for (char& c : name) c = is_alphanumeric(c) ? c : '_';
  return name.empty() ? "_" : name;
}

std::string one_word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    if (is_continuation(c)) continue;  // one `?` a character, not one an octet
    word.push_back(c > ' ' && c < 127 ? c : static_cast<unsigned char>(c) > 127 ? '?' : '_');
  }
  return word.empty() ? "-" : word;
}

std::string spaced(std::string_view word) {
  std::string text(word);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

}  // namespace rocelab::waves
