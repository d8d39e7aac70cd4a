#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace rocelab::lessons {

/// A time in the unit that reads best, exact to the picosecond below a millisecond: "1.234567 us".
std::string duration(double ns);

/// A time in microseconds, to the picosecond: what stands in a column of times.
std::string microseconds(double ns);

/// A measured value for people: texts bare, numbers with three decimals unless they are whole.
std::string shown(const nlohmann::ordered_json& value);

}  // namespace rocelab::lessons
