#include "lessons/summary/shown.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace rocelab::lessons {

std::string duration(double ns) {
  if (ns < 1e3) return fmt::format("{:.3f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.6f} us", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.6f} ms", ns / 1e6);
  return fmt::format("{:.6f} s", ns / 1e9);
}

std::string microseconds(double ns) { return fmt::format("{:.6f}", ns / 1e3); }

std::string shown(const nlohmann::ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) {
    const double number = value.get<double>();
    return number == std::floor(number) ? fmt::format("{:.0f}", number) : fmt::format("{:.3f}", number);
  }
  return value.dump();
}

}  // namespace rocelab::lessons
