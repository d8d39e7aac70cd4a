#include "scenarios/config/window.h"

#include <stdexcept>

#include "scenarios/config/values.h"

namespace rocelab::scenarios {
namespace {

/// A run knows no earlier when its t0 will be (host::StartLine::notice).
constexpr Ps longest_before_t0 = 100'000'000;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

RunTime parse_end(const std::string& text) {
  if (text.rfind("t0", 0) != 0) return {parse_time(text), false};
  const std::string behind = trimmed(text.substr(2));
  if (behind.empty()) return {0, true};
  const Ps t = parse_time(trimmed(behind.substr(1)));
  if (behind.front() == '+') return {t, true};
  if (behind.front() != '-' || t > longest_before_t0) throw std::invalid_argument("t0, t0+50us or t0-5us");
  return {-t, true};
}

}  // namespace

TimeWindow parse_window(const std::string& text) {
  if (text == "all") return {{0, false}, {never, false}};
  const auto comma = text.find(',');
  if (comma == std::string::npos) throw std::invalid_argument("two times");
  const TimeWindow window{parse_end(trimmed(text.substr(0, comma))), parse_end(trimmed(text.substr(comma + 1)))};
  if (window.from.after_t0 == window.to.after_t0 && window.to.t <= window.from.t)
    throw std::invalid_argument("an end behind its beginning");
  return window;
}

}  // namespace rocelab::scenarios
