#pragma once
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "waves/output/write_error.h"

namespace rocelab::waves {

/// A file written from front to back through a buffer of its own. A file that cannot be made is a WriteError at once.
/// A later failure is kept until close(): an exception thrown while the simulator runs would reach the user as the
/// simulator's own. From then on nothing is written, so that what stands in the file has no hole.
class OutputFile {
 public:
  explicit OutputFile(const std::filesystem::path&);
  /// Writes what is buffered if it can; only close() reports a failure.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= capacity) flush();
  }
  void put(char c) { buffer_.push_back(c); }

  /// WriteError unless every octet of this file has been taken by the operating system.
  void close();

 private:
  static constexpr std::size_t capacity = 1 << 18;

  void flush();
  void note(const char* what);

  std::filesystem::path path_;
  std::FILE* file_;
  std::string buffer_;
  std::optional<WriteError> error_;
};

/// Writes a whole file at once.
void write_file(const std::filesystem::path&, std::string_view text);

}  // namespace rocelab::waves
