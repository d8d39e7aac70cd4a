#pragma once
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "waves/output/write_error.h"

namespace rocelab::waves {

/// A file written from front to back through a buffer of its own. Every failed write is a WriteError.
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

  /// Hands the buffer to the operating system.
  void flush();
  void close();

 private:
  static constexpr std::size_t capacity = 1 << 18;

  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path path_;
  std::FILE* file_;
  std::string buffer_;
};

/// Writes a whole file at once.
void write_file(const std::filesystem::path&, std::string_view text);

}  // namespace rocelab::waves
