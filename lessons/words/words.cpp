#include "lessons/words/words.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <stdexcept>

namespace rocelab::lessons {

namespace data {
extern const std::string_view words;
}

namespace {

void collect(const toml::table& table, const std::string& prefix, std::map<std::string, Text>& texts) {
  for (const auto& [key, node] : table) {
    const toml::table* inner = node.as_table();
    if (!inner) continue;
    const std::string id = prefix + std::string(key.str());
    if (inner->contains("zh") || inner->contains("en")) {
      texts[id] = {(*inner)["zh"].value_or(std::string{}), (*inner)["en"].value_or(std::string{})};
    } else {
      collect(*inner, id + '.', texts);
    }
  }
}

}  // namespace

Words::Words(std::string_view toml) {
  try {
    collect(toml::parse(toml), "", texts_);
  } catch (const toml::parse_error& error) {
    throw std::runtime_error(fmt::format("words, line {}: {}", error.source().begin.line, error.description()));
  }
}

const Words& Words::built_in() {
  static const Words words(data::words);
  return words;
}

const Text* Words::find(const std::string& id) const {
  const auto it = texts_.find(id);
  return it == texts_.end() ? nullptr : &it->second;
}

Text Words::get(const std::string& id) const {
  const Text* text = find(id);
  return text ? *text : Text{id, id};
}

std::vector<std::string> Words::incomplete() const {
  std::vector<std::string> ids;
  for (const auto& [id, text] : texts_) {
    if (text.zh.empty() || text.en.empty()) ids.push_back(id);
  }
  return ids;
}

std::string fill(const std::string& template_text, const std::map<std::string, std::uint64_t>& values) {
  std::string out;
  std::size_t at = 0;
  while (at < template_text.size()) {
    const auto open = template_text.find('{', at);
    const auto close = open == std::string::npos ? open : template_text.find('}', open);
    if (close == std::string::npos) return out + template_text.substr(at);
    out += template_text.substr(at, open - at);
    std::string name = template_text.substr(open + 1, close - open - 1);
    const bool hex = name.size() > 2 && name.compare(name.size() - 2, 2, ":x") == 0;
    if (hex) name.resize(name.size() - 2);
    const auto value = values.find(name);
    out += value == values.end() ? "?" : hex ? fmt::format("0x{:x}", value->second) : std::to_string(value->second);
    at = close + 1;
  }
  return out;
}

Text fill(const Text& template_text, const std::map<std::string, std::uint64_t>& values) {
  return {fill(template_text.zh, values), fill(template_text.en, values)};
}

}  // namespace rocelab::lessons
