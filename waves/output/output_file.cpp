#include "waves/output/output_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace rocelab::waves {

OutputFile::OutputFile(const std::filesystem::path& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
  if (!file_) {
    note("cannot create");
    throw *error_;
  }
  std::setvbuf(file_, nullptr, _IONBF, 0);
  buffer_.reserve(capacity + 4096);
}

OutputFile::~OutputFile() {
  if (!file_) return;
  flush();
  std::fclose(file_);
}

void OutputFile::flush() {
  if (!error_ && std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) note("cannot write");
  buffer_.clear();
}

void OutputFile::close() {
  flush();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) note("cannot write");
  if (error_) throw *error_;
}

void OutputFile::note(const char* what) {
  if (!error_) error_.emplace(path_.string() + ": " + what + ": " + std::strerror(errno));
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.close();
}

}  // namespace rocelab::waves
