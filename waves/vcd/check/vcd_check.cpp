#include "waves/vcd/check/vcd_check.h"

#include <fstream>
#include <iterator>

#include "waves/vcd/check/changes.h"

namespace rocelab::waves {

std::vector<std::string> check_vcd(const std::filesystem::path& path, VcdRules rules) {
  std::ifstream in(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  if (!in) return {"cannot be read"};
  VcdWords words(text);
  VcdDeclarations declarations(words, rules);
  declarations.read();
  VcdChanges(words, declarations, rules).read();
  return words.take_problems();
}

}  // namespace rocelab::waves
