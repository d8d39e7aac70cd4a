#include "lessons/summary/config_tree.h"

#include <algorithm>

#include "scenarios/config/keys.h"
#include "scenarios/config/values.h"

namespace rocelab::lessons {
namespace {

using Json = nlohmann::ordered_json;
using Kind = scenarios::KeySpec::Kind;

/// "lanes.rdma.message.size" → "message.size"
std::string common_name(const std::string& key) {
  if (key.rfind("lanes.", 0) != 0) return key;
  return key.substr(key.find('.', 6) + 1);
}

Json typed(const std::string& key, const std::string& value) {
  const scenarios::KeySpec* known = scenarios::find_key(common_name(key));
  if (!known) return value;
  if (std::find(known->words.begin(), known->words.end(), value) != known->words.end()) return value;
  switch (known->kind) {
    case Kind::boolean:
      return scenarios::parse_bool(value);
    case Kind::integer:
      return scenarios::parse_integer(value);
    case Kind::share:
    case Kind::number:
      return scenarios::parse_number(value);
    default:
      return value;
  }
}

}  // namespace

Json config_tree(const std::vector<std::pair<std::string, std::string>>& config) {
  Json tree = Json::object();
  for (const auto& [key, value] : config) {
    Json* here = &tree;
    std::size_t at = 0;
    for (auto dot = key.find('.'); dot != std::string::npos; at = dot + 1, dot = key.find('.', at)) {
      here = &(*here)[key.substr(at, dot - at)];
    }
    (*here)[key.substr(at)] = typed(key, value);
  }
  return tree;
}

}  // namespace rocelab::lessons
