#include "scenarios/config/config.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "scenarios/config/fault_keys.h"
#include "scenarios/config/keys.h"
#include "scenarios/config/named_keys.h"
#include "scenarios/config/nearest.h"
#include "scenarios/input_error.h"

namespace rocelab::scenarios {
namespace {

/// "lanes.rdma.message.size" → {"rdma", "message.size"}; a common key has no lane.
std::pair<std::string, std::string> split(const std::string& key) {
  const std::string prefix = "lanes.";
  if (key.rfind(prefix, 0) != 0) return {"", key};
  const auto dot = key.find('.', prefix.size());
  if (dot == std::string::npos) return {key.substr(prefix.size()), ""};
  return {key.substr(prefix.size(), dot - prefix.size()), key.substr(dot + 1)};
}

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& n : names) text += (text.empty() ? "" : ", ") + n;
  return text;
}

}  // namespace

void Config::set(const std::string& key, const std::string& value, const std::string& where) {
  const auto [lane, name] = split(key);
  if (!lane.empty() && std::find(lanes_.begin(), lanes_.end(), lane) == lanes_.end()) {
    throw InputError(where + ": " + key + ": this scenario has no lane '" + lane + "'; its lanes are " + join(lanes_));
  }
  const KeySpec* known = find_key(name);
  if (!known) {
    throw InputError(where + ": unknown key '" + key + "'" + did_you_mean(name, key_names(name)));
  }
  if (!lane.empty() && name.rfind("waves.", 0) == 0) {
    throw InputError(where + ": " + key + ": all lanes are recorded in the same files; allowed is " + name +
                     ", without a lane");
  }
  try {
    known->check(value);
  } catch (const std::invalid_argument& allowed) {
    throw InputError(where + ": " + key + ": '" + value + "' is not allowed; allowed is " + allowed.what() +
                     did_you_mean(value, known->words));
  }
  if (overriding_) {
    // A common key set by the user speaks for every lane.
    if (lane.empty()) {
      for (const auto& l : lanes_) values_.erase("lanes." + l + "." + name);
    }
    overridden_.push_back(key);
  }
  values_[key] = {value, where, overriding_};
}

void Config::add_lane(const std::string& name) {
  if (std::find(lanes_.begin(), lanes_.end(), name) == lanes_.end()) lanes_.push_back(name);
}

const Config::Written* Config::written(const std::string& lane, const std::string& key) const {
  for (const auto& k : {"lanes." + lane + "." + key, key}) {
    const auto it = values_.find(k);
    if (it != values_.end()) return &it->second;
  }
  return nullptr;
}

std::vector<std::string> Config::named(const std::string& prefix, const std::string& lane) const {
  std::set<std::string> names;
  for (const auto& [key, value] : values_) {
    const auto [owner, name] = split(key);
    if (!owner.empty() && owner != lane) continue;
    if (const auto key_of = named_key(name); key_of && key_of->table->prefix == prefix) names.insert(key_of->name);
  }
  return {names.begin(), names.end()};
}

void Config::drop_faults() {
  for (auto it = values_.begin(); it != values_.end();) {
    it = fault_key(split(it->first).second) ? values_.erase(it) : std::next(it);
  }
}

std::string Config::get(const std::string& lane, const std::string& key) const {
  if (const Written* mine = written(lane, key)) return mine->text;
  const KeySpec* known = find_key(key);
  if (!known) throw std::logic_error("config: no key named " + key);
  return known->fallback;
}

std::vector<std::pair<std::string, std::string>> Config::resolved() const {
  std::vector<std::pair<std::string, std::string>> all;
  const auto add_written = [&](const std::string& key) {
    const auto it = values_.find(key);
    if (it != values_.end()) all.emplace_back(it->first, it->second.text);
  };
  // Of named things, which are many keys each, only what somebody wrote.
  const auto add_named = [&](const std::string& prefix, const std::string& lane) {
    for (const NamedTable& table : named_tables()) {
      for (const std::string& name : named(table.prefix, lane)) {
        for (const KeySpec& key : table.keys()) add_written(prefix + table.prefix + name + "." + key.name);
      }
    }
  };
  for (const KeySpec& key : keys()) all.emplace_back(key.name, get("", key.name));
  add_named("", "");
  for (const auto& lane : lanes_) {
    for (const KeySpec& key : keys()) add_written("lanes." + lane + "." + key.name);
    add_named("lanes." + lane + ".", lane);
  }
  return all;
}

}  // namespace rocelab::scenarios
