#include "app/files.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace rocelab::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_payload = 16u << 20;

[[noreturn]] void refuse(const fs::path& file, const std::string& what) {
  throw FileError(file.string() + ": " + what);
}

}  // namespace

std::string read_text(const fs::path& file) {
  if (fs::is_directory(file)) refuse(file, "is a folder, a file is wanted");
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (!in || !(text << in.rdbuf() || in.peek() == EOF))
    refuse(file, std::string("cannot be read: ") + std::strerror(errno));
  return text.str();
}

void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) refuse(file, std::string("cannot be written: ") + std::strerror(errno));
}

void see_writable(const fs::path& file) {
  const bool existed = fs::exists(file);
  if (!std::ofstream(file, std::ios::binary | std::ios::app)) {
    refuse(file, std::string("cannot be written: ") + std::strerror(errno));
  }
  if (!existed) fs::remove(file);
}

std::vector<std::uint8_t> read_payload(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  if (!error && size > largest_payload) refuse(file, "is larger than a payload may be (16 MiB)");
  const std::string bytes = read_text(file);
  if (bytes.empty()) refuse(file, "is empty; a payload has at least 1 byte");
  if (bytes.size() > largest_payload) refuse(file, "is larger than a payload may be (16 MiB)");
  return {bytes.begin(), bytes.end()};
}

void make_writable(const fs::path& dir) {
  std::error_code error;
  fs::create_directories(dir, error);
  if (error) refuse(dir, "cannot be created: " + error.message());
  if (access(dir.c_str(), W_OK | X_OK) != 0) refuse(dir, std::string("cannot be written to: ") + std::strerror(errno));
}

}  // namespace rocelab::app
