#pragma once
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace rocelab::app {

/// A file cannot be read or written; the message names it. Exit 2.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::string read_text(const std::filesystem::path&);

/// Writes all of `text` or throws FileError.
void write_text(const std::filesystem::path&, const std::string& text);

/// Throws FileError if write_text() could not write there; leaves the file as it is, or missing.
void see_writable(const std::filesystem::path&);

/// A payload of 1 B … 16 MiB.
std::vector<std::uint8_t> read_payload(const std::filesystem::path&);

/// Makes `dir` and sees that files can be created in it.
void make_writable(const std::filesystem::path& dir);

}  // namespace rocelab::app
