#pragma once
#include <optional>
#include <string>

#include "scenarios/config/config.h"
#include "scenarios/config/values.h"

namespace rocelab::scenarios {

/// A lane's keys by type. Values were checked when they were set, so parsing cannot fail here.
struct LaneKeys {
  const Config& config;
  const std::string& name;

  std::string word(const std::string& key) const { return config.get(name, key); }
  bool boolean(const std::string& key) const { return parse_bool(word(key)); }
  std::uint64_t size(const std::string& key) const { return parse_size(word(key)); }
  Ps time(const std::string& key) const { return parse_time(word(key)); }
  Rate rate(const std::string& key) const { return parse_rate(word(key)); }
  double number(const std::string& key) const { return parse_number(word(key)); }
  /// Nothing: as the profile says.
  std::optional<std::uint32_t> entries(const std::string& key) const {
    if (word(key) == "profile") return std::nullopt;
    return integer<std::uint32_t>(key);
  }
  template <class T = std::uint64_t>
  T integer(const std::string& key) const {
    return static_cast<T>(parse_integer(word(key)));
  }
};

}  // namespace rocelab::scenarios
