#include "scenarios/config/file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "scenarios/config/keys.h"
#include "scenarios/config/nearest.h"

namespace rocelab::scenarios {
namespace {

const std::vector<std::string> about_keys{"title", "question", "lessons"};

class Reader {
 public:
  Reader(std::filesystem::path path, Scenario& scenario) : path_(std::move(path)), scenario_(scenario) {}

  void read() {
    std::ifstream in(path_, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    if (!in) throw InputError(path_.string() + ": cannot be read");
    toml::table table;
    try {
      table = toml::parse(text, path_.string());
    } catch (const toml::parse_error& e) {
      throw InputError(path_.string() + ":" + std::to_string(e.source().begin.line) + ": " +
                       std::string(e.description()));
    }
    // Lanes first: a key of a lane is checked against their names. toml++ sorts keys; the file's order is the lines'.
    if (const auto* lanes = table["lanes"].as_table()) {
      std::vector<std::pair<toml::source_index, std::string>> order;
      for (const auto& [name, node] : *lanes) order.emplace_back(node.source().begin.line, std::string(name.str()));
      std::sort(order.begin(), order.end());
      for (const auto& [line, name] : order) scenario_.config.add_lane(name);
    }
    if (scenario_.config.lanes().empty()) {
      throw InputError(path_.string() + ": names no lane; at least one [lanes.<name>] with a path is needed");
    }
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (name == "title") {
        scenario_.title = text_of(node, name);
      } else if (name == "question") {
        scenario_.question = text_of(node, name);
      } else if (name == "lessons") {
        read_lessons(node);
      } else {
        read_key(node, name);
      }
    }
  }

 private:
  std::string where(const toml::node& node) const {
    return path_.string() + ":" + std::to_string(node.source().begin.line);
  }

  Text text_of(const toml::node& node, const std::string& name) const {
    const auto* table = node.as_table();
    const auto zh = table ? (*table)["zh"].value<std::string>() : std::nullopt;
    const auto en = table ? (*table)["en"].value<std::string>() : std::nullopt;
    if (!zh || !en) throw InputError(where(node) + ": " + name + ": needs a text in both languages, zh and en");
    return {*zh, *en};
  }

  void read_lessons(const toml::node& node) {
    const auto* list = node.as_array();
    for (std::size_t i = 0; list && i < list->size(); ++i) {
      const auto n = (*list)[i].value<std::int64_t>();
      if (!n || *n < 1 || *n > 6) list = nullptr;
      if (list) scenario_.lessons.push_back(static_cast<int>(*n));
    }
    if (!list) throw InputError(where(node) + ": lessons: a list of lesson numbers from 1 to 6");
  }

  void read_key(const toml::node& node, const std::string& name) {
    if (const auto* table = node.as_table()) {
      for (const auto& [key, child] : *table) read_key(child, name + "." + std::string(key.str()));
      return;
    }
    try {
      scenario_.config.set(name, value_of(node, name), where(node));
    } catch (const InputError& e) {
      // A misspelt "titel" should find "title", too.
      const std::string hint = did_you_mean(name, about_keys);
      const std::string message = e.what();
      const bool helped = hint.empty() || message.find("unknown key") == std::string::npos ||
                          message.find("did you mean") != std::string::npos;
      throw InputError(helped ? message : message + hint);
    }
  }

  static bool may_be_list(const std::string& name) {
    const std::string lanes = "lanes.";
    const auto common = name.rfind(lanes, 0) == 0 ? name.substr(name.find('.', lanes.size()) + 1) : name;
    const KeySpec* known = find_key(common);
    if (common == "network.faults") return true;
    return known && (known->kind == KeySpec::Kind::numbers || known->kind == KeySpec::Kind::window);
  }

  /// [5, 7] is "5,7".
  std::string list_of(const toml::array& array, const std::string& name) const {
    std::string text;
    for (const toml::node& each : array) {
      if (each.is_table()) {
        throw InputError(where(each) + ": " + name + ": a table with a name of its own is needed, [" + name + ".NAME]");
      }
      text += (text.empty() ? "" : ",") + value_of(each, name);
    }
    return array.empty() ? "none" : text;
  }

  std::string value_of(const toml::node& node, const std::string& name) const {
    if (const auto* array = node.as_array(); array && may_be_list(name)) return list_of(*array, name);
    if (const auto v = node.value_exact<std::string>()) return *v;
    if (const auto v = node.value_exact<std::int64_t>()) return std::to_string(*v);
    if (const auto v = node.value_exact<bool>()) return *v ? "true" : "false";
    if (const auto* v = node.as_floating_point()) {
      std::ostringstream text;
      text.precision(17);
      text << v->get();
      return text.str();
    }
    throw InputError(where(node) + ": " + name + ": a single value is needed here");
  }

  std::filesystem::path path_;
  Scenario& scenario_;
};

}  // namespace

Scenario read_file(const std::filesystem::path& path) {
  Scenario scenario;
  scenario.id = path.stem().string();
  scenario.file = path;
  Reader(path, scenario).read();
  if (scenario.title.en.empty()) throw InputError(path.string() + ": has no title");
  scenario.config.file_is_read();
  return scenario;
}

}  // namespace rocelab::scenarios
