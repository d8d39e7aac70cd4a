#include "lessons/course/quantities.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "lessons/claims/expression.h"
#include "lessons/claims/functions.h"
#include "lessons/words/words.h"

namespace rocelab::lessons {
namespace {

/// Between a number and its unit: a line does not break there. U+00A0, which wrapped() writes as a space.
constexpr const char* gap = "\u00a0";

/// Three digits that count; whole numbers without a point.
std::string three_digits(double x) {
  const double size = std::fabs(x);
  if (x == std::floor(x) && size < 1e4) return fmt::format("{:.0f}", x);
  if (size < 1e-3) return fmt::format("{:.1g}", x);
  const int before = size < 1 ? 0 : static_cast<int>(std::floor(std::log10(size) + 1e-12)) + 1;
  return fmt::format("{:.{}f}", x, before >= 3 ? 0 : before == 0 ? 3 : 3 - before);
}

std::string scaled(double x, double step, const std::array<const char*, 4>& units) {
  std::size_t i = 0;
  while (i + 1 < units.size() && std::fabs(x) >= step) {
    x /= step;
    ++i;
  }
  return three_digits(x) + gap + units[i];
}

std::string word(const std::string& id, Language language) {
  const Text* words = Words::built_in().find("value." + id);
  if (!words) throw ExpressionError("there is no word value." + id);
  return in(language, *words);
}

/// "4KiB" → "4 KiB".
std::string spaced(const std::string& text) {
  const auto unit = text.find_first_not_of("0123456789.");
  if (unit == 0 || unit == std::string::npos || text.find_first_of(" 0123456789", unit) != std::string::npos)
    return text;
  return text.substr(0, unit) + gap + text.substr(unit);
}

std::string plain(const Value& value, Language language) {
  if (value.is_boolean()) return word(value == true ? "yes" : "no", language);
  if (value.is_string()) return spaced(value.get<std::string>());
  const double number = number_of(value);
  if (number != std::floor(number)) throw ExpressionError(fmt::format("{} needs a format: it is not whole", number));
  return fmt::format("{:.0f}", number);
}

}  // namespace

std::string quantity(const Value& value, const std::string& format, Language language) {
  if (format.empty()) return plain(value, language);
  if (format == "word") return word(value.is_string() ? value.get<std::string>() : value.dump(), language);
  const double x = number_of(value);
  if (format == "time") return scaled(x, 1e3, {"ns", "us", "ms", "s"});
  if (format == "size") return x < 1e4 ? three_digits(x) + gap + "B" : scaled(x, 1e3, {"B", "kB", "MB", "GB"});
  if (format == "rate") return three_digits(x) + gap + "Gb/s";
  if (format == "percent") return three_digits(x * 100) + gap + "%";
  if (format == "times") return three_digits(x);
  throw ExpressionError("no format is called '" + format + "'; there are time, size, rate, percent, times, word");
}

std::string format_of_unit(const std::string& unit) {
  static const std::map<std::string, std::string> formats{{"ns", "time"}, {"B", "size"}, {"Gb/s", "rate"}};
  const auto it = formats.find(unit);
  return it == formats.end() ? "" : it->second;
}

}  // namespace rocelab::lessons
