#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "waves/rows/row.h"

namespace rocelab::waves {

/// GTKWave's translation files: what to show, in which colour, instead of a state's number. Rows that read alike share
/// a file.
class Filters {
 public:
  static constexpr const char* folder = "filters";

  /// The file for this row, e.g. "core0.txt"; `words` are its values' texts.
  const std::string& file_for(const Row&, const std::vector<std::string>& words);

  /// Writes them all into `where`/filters. WriteError.
  void write(const std::filesystem::path& where) const;

 private:
  std::string free_name(const std::string& wanted) const;

  std::map<std::string, std::string> name_of_;  // by content
  std::map<std::string, std::string> content_of_;
};

}  // namespace rocelab::waves
