#include "waves/gtkwave/filters.h"

#include <fmt/format.h>

#include "waves/gtkwave/palette.h"
#include "waves/output/output_file.h"
#include "waves/rows/ascii.h"

namespace rocelab::waves {
namespace {

/// A key must equal the text that GTKWave shows without the filter: hexadecimal, upper case, all digits of the width.
/// A row at rest keeps its base line only: a box without text.
std::string content_for(const Row& row, const std::vector<std::string>& words) {
  std::string content;
  const unsigned digits = (row.width + 3) / 4;
  for (std::size_t v = 0; v < words.size(); ++v) {
    const bool rests = v == 0 && (words[v] == "idle" || words[v].empty());
    content += fmt::format("{:0{}X} ?{}?{}\n", v, digits, box_colour(row, v), rests ? "" : spaced(words[v]));
  }
  return content;
}

}  // namespace

const std::string& Filters::file_for(const Row& row, const std::vector<std::string>& words) {
  const std::string content = content_for(row, words);
  if (const auto it = name_of_.find(content); it != name_of_.end()) return it->second;
  const std::string name = free_name(row.name);
  content_of_[name] = content;
  return name_of_[content] = name;
}

std::string Filters::free_name(const std::string& wanted) const {
  std::string name = wanted + ".txt";
  for (unsigned n = 2; content_of_.count(name) != 0; ++n) name = fmt::format("{}_{}.txt", wanted, n);
  return name;
}

void Filters::write(const std::filesystem::path& where) const {
  std::error_code error;
  std::filesystem::create_directories(where / folder, error);
  if (error) throw WriteError((where / folder).string() + ": cannot create: " + error.message());
  for (const auto& [name, content] : content_of_) write_file(where / folder / name, content);
}

}  // namespace rocelab::waves
