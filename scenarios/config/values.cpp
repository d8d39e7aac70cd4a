#include "scenarios/config/values.h"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace rocelab::scenarios {
namespace {

using Units = std::vector<std::pair<std::string, double>>;

/// Splits "4.5 KiB" into number and unit and returns the number in base units.
double with_unit(const std::string& text, const Units& units, const char* what) {
  const auto refuse = [&]() -> double { throw std::invalid_argument(what); };
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !std::isfinite(number) || number < 0) return refuse();
  std::string unit(end, text.data() + text.size());
  while (!unit.empty() && unit.front() == ' ') unit.erase(0, 1);
  for (const auto& [name, factor] : units) {
    if (unit == name) return number * factor;
  }
  return refuse();
}

/// Base units are whole: 1.5 B is refused, 1.5 KiB is 1536 B.
std::uint64_t whole(double value, const char* what) {
  if (value > 9e18 || value != std::floor(value)) throw std::invalid_argument(what);
  return static_cast<std::uint64_t>(value);
}

}  // namespace

std::uint64_t parse_size(const std::string& text) {
  static const Units units{{"", 1},        {"B", 1},    {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0},
                           {"kB", 1000.0}, {"MB", 1e6}, {"GB", 1e9}};
  constexpr auto what = "a size in whole octets such as 4096, 4KiB or 1MB (units B KiB MiB GiB kB MB GB)";
  return whole(with_unit(text, units, what), what);
}

Rate parse_rate(const std::string& text) {
  static const Units units{{"", 1}, {"bps", 1}, {"kbps", 1e3}, {"Mbps", 1e6}, {"Gbps", 1e9}};
  constexpr auto what = "a rate such as 100Gbps (units Gbps Mbps kbps bps)";
  return {whole(with_unit(text, units, what), what)};
}

Ps parse_time(const std::string& text) {
  static const Units units{{"", 1e12}, {"ps", 1}, {"ns", 1e3}, {"us", 1e6}, {"ms", 1e9}, {"s", 1e12}};
  constexpr auto what = "a time such as 2us (units ps ns us ms s; a bare number is seconds)";
  return static_cast<Ps>(whole(std::round(with_unit(text, units, what)), what));
}

double parse_number(const std::string& text) { return with_unit(text, {{"", 1}}, "a number"); }

std::uint64_t parse_integer(const std::string& text) {
  constexpr auto what = "a whole number";
  return whole(with_unit(text, {{"", 1}}, what), what);
}

std::vector<std::uint64_t> parse_numbers(const std::string& text) {
  constexpr auto what = "whole numbers and ranges such as 3, 7, 9-12";
  constexpr std::size_t most = 100'000;
  std::vector<std::uint64_t> all;
  if (text == "none") return all;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip_blanks = [&] {
    while (at != end && *at == ' ') ++at;
  };
  const auto number = [&] {
    skip_blanks();
    std::uint64_t n = 0;
    const auto [behind, error] = std::from_chars(at, end, n);
    if (error != std::errc{}) throw std::invalid_argument(what);
    at = behind;
    skip_blanks();
    return n;
  };
  for (;;) {
    const std::uint64_t first = number();
    std::uint64_t last = first;
    if (at != end && *at == '-') ++at, last = number();
    if (last < first || last - first >= most || all.size() >= most) throw std::invalid_argument(what);
    for (std::uint64_t n = first; n <= last; ++n) all.push_back(n);
    if (at == end) return all;
    if (*at++ != ',') throw std::invalid_argument(what);
  }
}

bool parse_bool(const std::string& text) {
  for (const char* yes : {"true", "on", "yes", "1"}) {
    if (text == yes) return true;
  }
  for (const char* no : {"false", "off", "no", "0"}) {
    if (text == no) return false;
  }
  throw std::invalid_argument("true or false");
}

}  // namespace rocelab::scenarios
