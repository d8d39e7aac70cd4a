#include "lessons/toml_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenarios/input_error.h"

namespace rocelab::lessons {

using scenarios::InputError;

toml::table TomlReader::parsed(std::string_view toml) const {
  try {
    return toml::parse(toml);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", name_, error.source().begin.line, error.description()));
  }
}

void TomlReader::refuse(const toml::node& at, const std::string& why) const {
  throw InputError(fmt::format("{}:{}: {}", name_, at.source().begin.line, why));
}

void TomlReader::only(const toml::table& table, std::initializer_list<std::string_view> known) const {
  for (const auto& [key, node] : table) {
    if (std::find(known.begin(), known.end(), key.str()) == known.end()) {
      refuse(node, fmt::format("unknown key '{}'; allowed are {}", key.str(), fmt::join(known, ", ")));
    }
  }
}

std::string TomlReader::text(const toml::table& table, const char* key) const {
  const auto value = table[key].value<std::string>();
  if (!value) refuse(table, fmt::format("'{}' is missing, a text", key));
  return *value;
}

std::vector<std::string> TomlReader::texts(const toml::table& table, const char* key) const {
  std::vector<std::string> all;
  const toml::array* array = table[key].as_array();
  if (!array) return all;
  for (const toml::node& node : *array) {
    const auto value = node.value<std::string>();
    if (!value) refuse(node, fmt::format("'{}' holds texts only", key));
    all.push_back(*value);
  }
  return all;
}

scenarios::Text TomlReader::both(const toml::table& table) const { return {text(table, "zh"), text(table, "en")}; }

scenarios::Text TomlReader::both(const toml::table& table, const char* key) const {
  const toml::table* inner = table[key].as_table();
  if (!inner) refuse(table, fmt::format("'{}' is missing: {} = {{ zh = \"…\", en = \"…\" }}", key, key));
  only(*inner, {"zh", "en"});
  return both(*inner);
}

std::vector<const toml::table*> TomlReader::tables(const toml::table& table, const char* key) const {
  std::vector<const toml::table*> all;
  const toml::array* array = table[key].as_array();
  if (!array) return all;
  for (const toml::node& node : *array) {
    if (!node.is_table()) refuse(node, fmt::format("write each as [[{}]]", key));
    all.push_back(node.as_table());
  }
  return all;
}

std::map<std::string, std::string> TomlReader::settings(const toml::table& table) const {
  std::map<std::string, std::string> all;
  for (const auto& [key, node] : table) {
    const auto value = node.value<std::string>();
    if (!value) refuse(node, "values of a run are texts, as --set takes them");
    all[std::string(key.str())] = *value;
  }
  return all;
}

}  // namespace rocelab::lessons
