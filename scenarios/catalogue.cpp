#include <algorithm>
#include <charconv>

#include "scenarios/config/file.h"
#include "scenarios/config/nearest.h"

namespace rocelab::scenarios {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> library() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(ROCELAB_SCENARIOS))) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// "01-write-4k" → 1.
int number_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  int n = -1;
  std::from_chars(stem.data(), stem.data() + stem.size(), n);
  return n;
}

}  // namespace

std::vector<Scenario> catalogue() {
  std::vector<Scenario> all;
  for (const fs::path& file : library()) all.push_back(read_file(file));
  return all;
}

Scenario load(const std::string& name) {
  if (name.size() > 5 && name.substr(name.size() - 5) == ".toml") {
    if (!fs::is_regular_file(name)) throw InputError(name + ": there is no such scenario file");
    return read_file(name);
  }
  std::vector<std::string> ids;
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool is_number = error == std::errc{} && end == name.data() + name.size();
  for (const fs::path& file : library()) {
    const std::string id = file.stem().string();
    if (id == name || (is_number && number_of(file) == number)) return read_file(file);
    ids.push_back(id);
  }
  std::string known;
  for (const auto& id : ids) known += (known.empty() ? "" : ", ") + id;
  throw InputError("unknown scenario '" + name + "'" + did_you_mean(name, ids) + "; known are " + known +
                   ", their numbers, or a path to a .toml");
}

}  // namespace rocelab::scenarios
