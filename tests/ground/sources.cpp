#include "ground/sources.h"

#include <algorithm>
#include <filesystem>

#include "support/places.h"
#include "support/shell.h"

namespace rocelab::ground {

namespace fs = std::filesystem;

std::vector<Source> sources_of(const std::map<std::string, int>& rooms) {
  std::vector<Source> all;
  for (const auto& [room, floor] : rooms) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(rocelab::test::source_folder()) / room)) {
      const auto extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      const std::string path = fs::relative(entry.path(), rocelab::test::source_folder()).string();
      all.push_back({path, test::text_of(entry.path())});
    }
  }
  std::sort(all.begin(), all.end(), [](const Source& a, const Source& b) { return a.path < b.path; });
  return all;
}

}  // namespace rocelab::ground
