#include "lessons/words/words.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <stdexcept>

namespace rocelab::lessons {

namespace data {
extern const std::vector<std::pair<std::string_view, std::string_view>> words;  // file name, text
}

namespace {

/// Calls `leaf(id, table)` for every table that holds a text.
template <class Leaf>
void each_leaf(const toml::table& table, const std::string& prefix, const Leaf& leaf) {
  for (const auto& [key, node] : table) {
    const toml::table* inner = node.as_table();
    if (!inner) continue;
    const std::string id = prefix + std::string(key.str());
    if (inner->contains("zh") || inner->contains("en")) {
      leaf(id, *inner);
    } else {
      each_leaf(*inner, id + '.', leaf);
    }
  }
}

using Lists = std::map<std::string, std::vector<std::string>>;

void read_lists(const toml::table& file, const char* heading, Lists& to) {
  const toml::table* lists = file[heading].as_table();
  if (!lists) return;
  for (const auto& [name, words] : *lists) {
    for (const toml::node& word : *words.as_array()) to[std::string(name.str())].push_back(**word.as_string());
  }
}

}  // namespace

Words::Words(std::string_view toml) { add(toml); }

void Words::add(std::string_view toml) {
  try {
    const toml::table file = toml::parse(toml);
    each_leaf(file, "", [this](const std::string& id, const toml::table& leaf) {
      texts_[id] = {leaf["zh"].value_or(std::string{}), leaf["en"].value_or(std::string{})};
      if (const auto brief = leaf["brief"].value<std::string>()) briefs_[id] = *brief;
    });
    read_lists(file, "list", lists_);
    read_lists(file, "flags", flags_);
  } catch (const toml::parse_error& error) {
    throw std::runtime_error(fmt::format("words, line {}: {}", error.source().begin.line, error.description()));
  }
}

const Words& Words::built_in() {
  static const Words words = [] {
    Words all;
    for (const auto& [file, text] : data::words) all.add(text);
    return all;
  }();
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

std::string Words::brief(const std::string& id) const {
  const auto it = briefs_.find(id);
  return it == briefs_.end() ? id.substr(id.rfind('.') + 1) : it->second;
}

std::string Words::word(const std::string& list, std::uint64_t i) const {
  const auto it = lists_.find(list);
  return it == lists_.end() || i >= it->second.size() ? std::to_string(i) : it->second[i];
}

std::optional<std::string> Words::flags(const std::string& list, std::uint64_t set) const {
  const auto it = flags_.find(list);
  if (it == flags_.end()) return std::nullopt;
  std::string names;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    if (!(set >> bit & 1)) continue;
    const bool named = bit < it->second.size();
    names += (names.empty() ? "" : " | ") + (named ? it->second[bit] : fmt::format("{:#x}", std::uint64_t{1} << bit));
  }
  return names.empty() ? "0" : names;
}

std::vector<std::string> Words::incomplete() const {
  std::vector<std::string> ids;
  for (const auto& [id, text] : texts_) {
    if (text.zh.empty() || text.en.empty()) ids.push_back(id);
  }
  return ids;
}

namespace {

/// What stands for "{place}", as fill() promises.
std::string filled(const std::string& place, const std::map<std::string, std::uint64_t>& values) {
  const auto colon = place.find(':');
  const auto value = values.find(place.substr(0, colon));
  if (value == values.end()) return "?";
  if (colon == std::string::npos) return std::to_string(value->second);
  const std::string form = place.substr(colon + 1);
  if (const auto slash = form.find('/'); slash != std::string::npos) {
    return fmt::format("{} {}", value->second, value->second == 1 ? form.substr(0, slash) : form.substr(slash + 1));
  }
  if (form == "x") return fmt::format("0x{:x}", value->second);
  if (const auto names = Words::built_in().flags(form, value->second)) return *names;
  return Words::built_in().word(form, value->second);
}

}  // namespace

std::string fill(const std::string& template_text, const std::map<std::string, std::uint64_t>& values) {
  std::string out;
  std::size_t at = 0;
  while (at < template_text.size()) {
    const auto open = template_text.find('{', at);
    const auto close = open == std::string::npos ? open : template_text.find('}', open);
    if (close == std::string::npos) break;
    out += template_text.substr(at, open - at) + filled(template_text.substr(open + 1, close - open - 1), values);
    at = close + 1;
  }
  return out + template_text.substr(at);
}

Text fill(const Text& template_text, const std::map<std::string, std::uint64_t>& values) {
  return {fill(template_text.zh, values), fill(template_text.en, values)};
}

}  // namespace rocelab::lessons
