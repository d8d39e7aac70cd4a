#pragma once
#include <string>
#include <vector>

namespace rocelab::scenarios {

/// One key that a scenario file or --set may hold: its kind, its range and its default. The one place that knows.
struct KeySpec {
  enum class Kind { size, rate, time, share, number, integer, boolean, word, numbers, host, cable, window };

  std::string name;
  Kind kind;
  std::string fallback;
  double min = 0;  // in base units, for numbers
  double max = 0;
  std::vector<std::string> words = {};  // all of Kind::word; of other kinds what may stand instead of a value

  /// What is allowed, as a phrase for a refusal.
  std::string allowed() const;
  std::string allowed_value() const;  // of its kind, without the words
  /// Throws std::invalid_argument with allowed() when `value` is not.
  void check(const std::string& value) const;
};

/// Every known key, in the order in which a summary lists them.
const std::vector<KeySpec>& keys();
/// Also finds keys of what scenarios name themselves (named_keys.h).
const KeySpec* find_key(const std::string& name);
/// Names near enough to `name` to be meant by it.
std::vector<std::string> key_names(const std::string& name);

}  // namespace rocelab::scenarios
