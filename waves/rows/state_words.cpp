#include "waves/rows/state_words.h"

namespace rocelab::waves {

std::string state_words(const Row& row) {
  if (row.kind != SignalDecl::Kind::state || row.words.empty()) return "";
  std::string text = row.path() + ":";
  for (std::size_t v = 0; v < row.words.size(); ++v) text += " " + std::to_string(v) + "=" + row.words[v];
  return text;
}

}  // namespace rocelab::waves
