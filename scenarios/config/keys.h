#pragma once
#include <string>
#include <vector>

namespace rocelab::scenarios {

/// One key that a scenario file or --set may hold: its kind, its range and its default. The one place that knows.
struct KeySpec {
  enum class Kind { size, rate, time, share, integer, boolean, word };

  std::string name;
  Kind kind;
  std::string fallback;
  double min = 0;  // in base units, for numbers
  double max = 0;
  std::vector<std::string> words = {};  // for Kind::word

  /// What is allowed, as a phrase for a refusal.
  std::string allowed() const;
  /// Throws std::invalid_argument with allowed() when `value` is not.
  void check(const std::string& value) const;
};

/// Every known key, in the order in which a summary lists them.
const std::vector<KeySpec>& keys();
const KeySpec* find_key(const std::string& name);
std::vector<std::string> key_names();

}  // namespace rocelab::scenarios
