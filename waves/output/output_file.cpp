#include "waves/output/output_file.h"

#include <cerrno>
#include <cstring>

namespace rocelab::waves {

OutputFile::OutputFile(const std::filesystem::path& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) fail("cannot create");
  std::setvbuf(file_, nullptr, _IONBF, 0);
  buffer_.reserve(capacity + 4096);
}

OutputFile::~OutputFile() {
  if (!file_) return;
  std::fwrite(buffer_.data(), 1, buffer_.size(), file_);
  std::fclose(file_);
}

void OutputFile::flush() {
  const std::size_t written = std::fwrite(buffer_.data(), 1, buffer_.size(), file_);
  const bool whole = written == buffer_.size();
  buffer_.clear();  // also after a failure, so that nothing is written twice
  if (!whole) fail("cannot write");
}

void OutputFile::close() {
  flush();
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail("cannot write");
}

void OutputFile::fail(const char* what) const {
  throw WriteError(path_.string() + ": " + what + ": " + std::strerror(errno));
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.close();
}

}  // namespace rocelab::waves
