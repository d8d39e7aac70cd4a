#pragma once
#include <toml++/toml.h>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/result.h"

namespace rocelab::lessons {

/// Reads the members of a data file (claims, lessons). What is not as it should be is refused by a
/// scenarios::InputError that begins with the file's name and the line.
class TomlReader {
 public:
  explicit TomlReader(std::string name) : name_(std::move(name)) {}

  toml::table parsed(std::string_view toml) const;

  [[noreturn]] void refuse(const toml::node& at, const std::string& why) const;
  void only(const toml::table&, std::initializer_list<std::string_view> known) const;

  std::string text(const toml::table&, const char* key) const;
  /// An array of texts; none where the key is missing.
  std::vector<std::string> texts(const toml::table&, const char* key) const;
  /// A text in both languages: the members zh and en of `table`.
  scenarios::Text both(const toml::table& table) const;
  /// The same under a key of its own: key = { zh = "…", en = "…" }.
  scenarios::Text both(const toml::table&, const char* key) const;
  /// The tables of [[key]]; none where the key is missing.
  std::vector<const toml::table*> tables(const toml::table&, const char* key) const;
  /// Keys of a scenario with their values as --set takes them.
  std::map<std::string, std::string> settings(const toml::table&) const;

 private:
  std::string name_;
};

}  // namespace rocelab::lessons
